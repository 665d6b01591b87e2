import { expect, it } from "vitest";
import { modelWriter } from "../../../functions/pipeline/generators/model-writer.ts";
import { askOpenaiCompatible } from "../../../functions/pipeline/generators/openai-compatible.ts";
import { startOpenaiCompatible } from "../../support/pipeline/fake-models.ts";
import { examplePost, generationRequest } from "../../support/pipeline/generation-request.ts";
import { modelConformance } from "./conformance.ts";

modelConformance("openai_compatible", startOpenaiCompatible);

it("a request goes to /chat/completions of the endpoint, with the key, the model and the schema", async () => {
  const { ask, requests } = await startOpenaiCompatible(() => ({ post: examplePost }));
  await modelWriter(ask)(generationRequest(), 5_000);
  const { call } = requests[0] ?? {};
  expect(call).toMatchObject({ method: "POST", path: "/v1/chat/completions" });
  expect(call?.headers.authorization).toBe("Bearer sk-secret");
  expect(call?.json).toMatchObject({
    model: "small-writer",
    messages: [{ role: "system" }, { role: "user" }],
    response_format: { type: "json_schema", json_schema: { strict: true } },
  });
});

it("an answer that is nested a hundred thousand times deep is rejected like any other wrong answer", async () => {
  const nested: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  const answers: unknown[] = [nested, { text: nested, hashtags: [nested] }];
  const tokens = { inputTokens: 1, outputTokens: 1 };
  for (const value of answers) {
    const writeWith = modelWriter(() => Promise.resolve({ outcome: "answered", value, tokens }));
    expect(await writeWith(generationRequest(), 5_000)).toMatchObject({
      outcome: "not_written",
      isDoubtful: true,
    });
  }
});

const ask = (url: string, allowLoopback = false) =>
  askOpenaiCompatible({ url, model: "m", apiKey: "sk-secret" }, { nowMs: () => 0, allowLoopback });

it.each([
  "https://10.0.0.1/v1",
  "https://169.254.169.254/v1",
  "https://localhost:1/v1",
  "http://example.com/v1",
])("the endpoint %s is never connected to", async (url) => {
  const answer = await ask(url)({ system: "s", user: "u" }, 2_000);
  expect(answer).toMatchObject({ outcome: "failed", kind: "lasting" });
  expect(JSON.stringify(answer)).not.toContain("sk-secret");
});

it("an endpoint where nothing listens counts as busy", async () => {
  expect(await ask("https://localhost:1/v1", true)({ system: "s", user: "u" }, 2_000)).toMatchObject({
    outcome: "failed",
    kind: "busy",
  });
});
