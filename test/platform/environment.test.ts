import { afterEach, expect, it, vi } from "vitest";
import { allowsLoopback } from "../../functions/platform/environment.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each([undefined, "", "0", "true", "yes"])(
  "loopback addresses are forbidden to a function whose environment says %j of them",
  (value) => {
    vi.stubEnv("LOCAL_ALLOW_LOOPBACK", value);
    expect(allowsLoopback()).toBe(false);
  },
);

it("loopback addresses are allowed by the one word that the local runtime says", () => {
  vi.stubEnv("LOCAL_ALLOW_LOOPBACK", "1");
  expect(allowsLoopback()).toBe(true);
});
