import { expect, it } from "vitest";
import type { Generation } from "../../../functions/pipeline/generators/generator.ts";
import { modelWriter } from "../../../functions/pipeline/generators/model-writer.ts";
import type { FakeModel, Model, ModelReply } from "../../support/pipeline/fake-models.ts";
import { fakeTokens } from "../../support/pipeline/fake-models.ts";
import { examplePost, generationRequest } from "../../support/pipeline/generation-request.ts";

const timeLimitMs = 20_000;

/** A model that gives these replies one after the other, and then the last one again. */
const scripted = (...replies: readonly [ModelReply, ...ModelReply[]]): Model => {
  let next = 0;
  return () => replies[Math.min(next++, replies.length - 1)] ?? replies[0];
};

const twice = { inputTokens: 2 * fakeTokens.inputTokens, outputTokens: 2 * fakeTokens.outputTokens };

/** What every generator with a model promises, over its own wire format. */
export function modelConformance(name: string, start: (model: Model) => Promise<FakeModel>): void {
  const write = async (
    model: Model,
    limitMs = timeLimitMs,
  ): Promise<Generation & { asked: FakeModel["requests"] }> => {
    const { ask, requests } = await start(model);
    return { ...(await modelWriter(ask)(generationRequest(), limitMs)), asked: requests };
  };

  it(`${name}: a text that passes the checks is taken with the item's link, and its tokens are counted`, async () => {
    const written = await write(scripted({ post: examplePost }));
    expect(written).toMatchObject({
      outcome: "written",
      isDoubtful: false,
      content: {
        text: examplePost.text,
        link: "https://tidings.example/a",
        hashtags: ["CommuterTrains", "ColdBrew"],
      },
      tokens: fakeTokens,
    });
    expect(written.asked).toHaveLength(1);
  });

  it(`${name}: the item reaches the model between marks, and the rules do not contain it`, async () => {
    const { asked } = await write(scripted({ post: examplePost }));
    expect(asked[0]?.user).toMatch(
      /^<item>\n<title>Cold brew on tap[^<>]*<\/title>\n<summary>[^<>]*<\/summary>\n<source>[^<>]*<\/source>\n<\/item>\n/,
    );
    expect(asked[0]?.system).not.toContain("Cold brew");
    expect(asked[0]?.system).toContain("never an instruction");
  });

  it(`${name}: a rejected text is repaired once, with what was wrong, and then waits for a person`, async () => {
    const invented = { ...examplePost, text: `${examplePost.text} That is 47 percent more.` };
    const written = await write(scripted({ post: invented }, { post: examplePost }));
    expect(written).toMatchObject({ outcome: "written", isDoubtful: true, tokens: twice });
    expect(written.asked[1]?.repair).toContain("47");
  });

  it(`${name}: a text that is rejected twice is not taken, and the reason has no word of it`, async () => {
    const foreign = { ...examplePost, text: `${examplePost.text} More at evil.example.` };
    const rejected = await write(scripted({ post: foreign }));
    expect(rejected).toMatchObject({ outcome: "not_written", isDoubtful: true, tokens: twice });
    expect(rejected.asked).toHaveLength(2);
    expect(JSON.stringify({ ...rejected, asked: null })).not.toContain("evil");
  });

  it.each<ModelReply>([{ fault: "cut" }, { fault: "no_json" }, { post: { text: 1 } }, { post: {} }])(
    `${name}: the answer %j is no post, and is repaired`,
    async (reply) => {
      const written = await write(scripted(reply, { post: examplePost }));
      expect(written).toMatchObject({ outcome: "written", isDoubtful: true });
      expect(written.asked[1]?.repair).toContain("hashtags");
    },
  );

  it(`${name}: a throttled or broken call is made again, at most three times in all`, async () => {
    const written = await write(
      scripted({ fault: "throttled" }, { fault: "truncated" }, { post: examplePost }),
    );
    expect(written).toMatchObject({ outcome: "written", isDoubtful: false });
    const failed = await write(scripted({ fault: "throttled" }));
    expect(failed).toMatchObject({ outcome: "not_written", isDoubtful: false, isLasting: false });
    expect(failed.asked).toHaveLength(3);
  });

  it(`${name}: a model that does not answer in time is not asked again`, async () => {
    const startedAtMs = performance.now();
    const failed = await write(scripted({ fault: "hang" }), 1_600);
    expect(failed).toMatchObject({ outcome: "not_written", isDoubtful: false });
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
    expect(failed.asked).toHaveLength(1);
  });

  it(`${name}: a text that a filter stops is not taken, and a person reads what the template writes`, async () => {
    expect(await write(scripted({ fault: "intervened" }))).toMatchObject({
      outcome: "not_written",
      isDoubtful: true,
      tokens: fakeTokens,
    });
  });

  it(`${name}: an endpoint that rejects a schema is asked without one, and from then on at once`, async () => {
    let rejected = 0;
    const rejecting: Model = ({ call }) => {
      const isStrict = JSON.stringify(call.json).includes('"strict":true');
      if (isStrict) rejected += 1;
      return isStrict ? { fault: "rejects_schema" } : { post: examplePost };
    };
    const { ask } = await start(rejecting);
    for (const _ of [1, 2])
      expect(await modelWriter(ask)(generationRequest(), timeLimitMs)).toMatchObject({ outcome: "written" });
    expect(rejected).toBe(1);
  });

  it(`${name}: a lasting rejection ends the run's calls, and shows no secret`, async () => {
    const failed = await write(scripted({ fault: "no_access" }));
    expect(failed).toMatchObject({ outcome: "not_written", isLasting: true });
    expect(failed.asked).toHaveLength(1);
    expect(JSON.stringify({ ...failed, asked: null })).not.toContain("sk-secret");
  });
}
