import { ok } from "@oazapfts/runtime";
import { expect, it, onTestFinished, vi } from "vitest";
import * as api from "../support/client/api.ts";
import { receive } from "../support/delivery/webhook-receiver.ts";
import { caller } from "../support/e2e/request-options.ts";
import { aClient, aService, causeEvent, stateFolder, warmUp } from "../support/e2e/service.ts";

const secret = "a secret";
/** Half an hour in six seconds. */
const speed = 300;

it("comes half an hour after the fifth failure by way of a schedule, and decides the dead letter", async () => {
  const { service } = await aService(stateFolder(), speed);
  const [mended, broken] = [
    await receive(service.tls, { secret, failures: 5 }),
    await receive(service.tls, { secret, failures: 6 }),
  ];
  onTestFinished(mended.close);
  onTestFinished(broken.close);
  const client = aClient(service);
  await warmUp(client, service);
  const { write: key } = service.keys;
  await causeEvent(client, key, { urls: [mended.url, broken.url], secret });

  const outcome = async (url: string) => {
    const { data } = await ok(api.listDeadLetters({}, caller(client, key)));
    return data.find((letter) => letter.url === url);
  };
  await vi.waitFor(
    async () => {
      expect(await outcome(mended.url)).toMatchObject({ status: "resolved" });
      expect(await outcome(broken.url)).toMatchObject({ status: "exhausted" });
    },
    { timeout: 40_000, interval: 100 },
  );
  for (const { received, url } of [mended, broken]) {
    expect(received.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6]);
    const { attempts = [] } = (await outcome(url)) ?? {};
    const [fifth, sixth] = attempts.slice(4).map(({ at }) => Date.parse(at));
    const lateMs = (sixth ?? 0) - (fifth ?? 0) - 1_800_000;
    expect(lateMs).toBeGreaterThan(-300);
    // Two seconds, and what the machine's own latency is on a clock that is so fast.
    expect(lateMs).toBeLessThan(2_000 + speed * 300);
  }
}, 120_000);
