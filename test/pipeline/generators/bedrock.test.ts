import { expect, it } from "vitest";
import { askBedrock } from "../../../functions/pipeline/generators/bedrock.ts";
import { modelWriter } from "../../../functions/pipeline/generators/model-writer.ts";
import { startBedrock } from "../../support/pipeline/fake-models.ts";
import { examplePost, generationRequest } from "../../support/pipeline/generation-request.ts";
import { modelConformance } from "./conformance.ts";

modelConformance("bedrock", startBedrock);

it("a call of Converse is signed, names the model in its path, and has one strict tool that the model must use", async () => {
  const { ask, requests } = await startBedrock(() => ({ post: examplePost }));
  await modelWriter(ask)(generationRequest(), 5_000);
  const { call } = requests[0] ?? {};
  expect(call?.path).toBe("/model/test.small-writer-v1%3A0/converse");
  expect(call?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/eu-central-1\/bedrock\/aws4_request/,
  );
  expect(call?.json).toMatchObject({
    toolConfig: {
      tools: [{ toolSpec: { name: "write_post", strict: true, inputSchema: { json: { type: "object" } } } }],
      toolChoice: { tool: { name: "write_post" } },
    },
  });
  expect(call?.json).not.toHaveProperty("guardrailConfig");
});

it("a guardrail judges the item alone", async () => {
  const guardrail = { id: "gr1", version: "3" };
  const { ask, requests } = await startBedrock(() => ({ post: examplePost }), { guardrail });
  expect(await modelWriter(ask)(generationRequest(), 5_000)).toMatchObject({ outcome: "written" });
  expect(requests[0]?.call.json).toMatchObject({
    guardrailConfig: { guardrailIdentifier: "gr1", guardrailVersion: "3" },
    messages: [{ content: [{ guardContent: { text: { text: requests[0]?.user } } }] }],
  });
});

it("a repair shows the model its own answer as the call of the tool", async () => {
  let calls = 0;
  const { ask, requests } = await startBedrock(() => {
    calls += 1;
    return { post: calls === 1 ? { ...examplePost, text: `${examplePost.text} 99` } : examplePost };
  });
  await modelWriter(ask)(generationRequest(), 5_000);
  expect(requests[1]?.call.json).toMatchObject({
    messages: [
      { role: "user" },
      {
        role: "assistant",
        content: [{ toolUse: { input: { text: `${examplePost.text} 99`, hashtags: examplePost.hashtags } } }],
      },
      { role: "user", content: [{ toolResult: { status: "error" } }] },
    ],
  });
});

it("a runtime without AWS credentials says so at once", async () => {
  const ask = askBedrock({ type: "bedrock", model: "m" }, { unavailable: "No credentials here." });
  expect(await modelWriter(ask)(generationRequest(), 5_000)).toMatchObject({
    outcome: "not_written",
    reason: "No credentials here.",
    isLasting: true,
  });
});
