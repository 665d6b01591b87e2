import { afterEach, expect, it, vi } from "vitest";
import { allowsLoopback } from "../../functions/platform/environment.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each([undefined, "", "0", "true", "yes"])(
  "loopback addresses are forbidden when LOCAL_ALLOW_LOOPBACK is %j",
  (value) => {
    vi.stubEnv("LOCAL_ALLOW_LOOPBACK", value);
    expect(allowsLoopback()).toBe(false);
  },
);

it("loopback addresses are allowed when LOCAL_ALLOW_LOOPBACK is 1, as in the local runtime", () => {
  vi.stubEnv("LOCAL_ALLOW_LOOPBACK", "1");
  expect(allowsLoopback()).toBe(true);
});
