import { expect, it } from "vitest";
import type { Resource } from "../../lib/emulator/assembly.ts";
import { stageThrottles } from "../../lib/emulator/gateway/throttles.ts";

const stage: Resource = {
  stack: "S",
  logicalId: "Stage",
  type: "AWS::ApiGateway::Stage",
  ref: "live",
  attributes: {},
  assetDirectories: [],
  properties: {
    MethodSettings: [
      { HttpMethod: "*", ResourcePath: "/*", ThrottlingRateLimit: 10, ThrottlingBurstLimit: 3 },
      { HttpMethod: "GET", ResourcePath: "/~1a~1{id}", ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 },
    ],
  },
};

it("each method has its own bucket, which fills up to its burst at its rate", () => {
  let nowMs = 0;
  const passes = stageThrottles(stage, () => nowMs);
  const passed = (method: string, path: string) =>
    Array.from({ length: 5 }, () => passes(method, path)).filter(Boolean).length;
  expect(passed("GET", "/a/{id}")).toBe(2);
  expect(passed("POST", "/a/{id}")).toBe(3);
  expect(passed("GET", "/b")).toBe(3);
  nowMs = 1_000;
  expect(passed("GET", "/a/{id}")).toBe(1);
  expect(passed("GET", "/b")).toBe(3);
  nowMs = 60_000;
  expect(passed("GET", "/a/{id}")).toBe(2);
});

it("a stage without settings throttles nothing, and settings of a group of methods are an error", () => {
  expect(stageThrottles(undefined, () => 0)("GET", "/a")).toBe(true);
  const settings = [
    { HttpMethod: "*", ResourcePath: "/~1a", ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 },
  ];
  const properties = { MethodSettings: settings };
  expect(() => stageThrottles({ ...stage, properties }, () => 0)).toThrow("* /a");
});
