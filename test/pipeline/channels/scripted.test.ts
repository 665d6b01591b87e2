import { expect, it } from "vitest";
import { minuteMs } from "../../../functions/domain/time.ts";
import { openPublicationClock } from "../../support/pipeline/publication-clock.ts";
import { startScriptedChannel } from "../../support/pipeline/scripted-channel.ts";
import { channelConformance } from "./conformance.ts";

channelConformance("a platform with idempotency keys", () => startScriptedChannel({ repeatable: true }), {
  name: "webhook",
  repeatable: true,
});

channelConformance("a platform without idempotency keys", () => startScriptedChannel({ repeatable: false }), {
  name: "webhook",
  repeatable: false,
});

it("a post that was not confirmed is not repeated once the platform has forgotten its key", async () => {
  const platform = await startScriptedChannel({ repeatable: true, repeatableForMs: 10 * minuteMs });
  const clock = openPublicationClock(platform.channel, "webhook", () => platform);
  platform.fail("timeout_published");
  platform.fail("unavailable", { times: 2 });
  const post = await clock.duePost();
  await clock.run(post.organizationId);
  expect(await clock.current(post)).toMatchObject({
    status: "failed",
    failure: { code: "outcome_unknown" },
  });
  // The attempts after 30 s and 2 min more were made, and the one after 10 min more was not.
  expect(platform.requests()).toBe(3);
  expect(await platform.seen(post)).toHaveLength(1);
});
