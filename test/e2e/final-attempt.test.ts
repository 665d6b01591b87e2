import { ok } from "@oazapfts/runtime";
import { expect, it, onTestFinished, vi } from "vitest";
import * as api from "../../client/api.ts";
import { receive } from "../support/delivery/webhook-receiver.ts";
import { requestOptions } from "../support/e2e/request-options.ts";
import {
  newStateFolder,
  openTestClient,
  startTestService,
  triggerRunEvent,
  warmUp,
} from "../support/e2e/service.ts";

const secret = "a secret";
/** Half an hour takes six seconds. */
const speed = 300;

it("the final attempt is made by a schedule half an hour after the fifth failure, and its outcome resolves or exhausts the dead letter", async () => {
  const { service } = await startTestService(newStateFolder(), speed);
  const [recovering, failing] = [
    await receive(service.tls, { secret, failures: 5 }),
    await receive(service.tls, { secret, failures: 6 }),
  ];
  onTestFinished(recovering.close);
  onTestFinished(failing.close);
  const client = openTestClient(service);
  await warmUp(client, service);
  const { write: key } = service.keys;
  await triggerRunEvent(client, key, { urls: [recovering.url, failing.url], secret });

  const letterOf = async (url: string) => {
    const { data } = await ok(api.listDeadLetters({}, requestOptions(client, key)));
    return data.find((letter) => letter.url === url);
  };
  await vi.waitFor(
    async () => {
      expect(await letterOf(recovering.url)).toMatchObject({ status: "resolved" });
      expect(await letterOf(failing.url)).toMatchObject({ status: "exhausted" });
    },
    { timeout: 40_000, interval: 100 },
  );
  for (const { received, url } of [recovering, failing]) {
    expect(received.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6]);
    const { attempts = [] } = (await letterOf(url)) ?? {};
    const [fifth, sixth] = attempts.slice(4).map(({ at }) => Date.parse(at));
    const lateMs = (sixth ?? 0) - (fifth ?? 0) - 1_800_000;
    expect(lateMs).toBeGreaterThan(-300);
    // Two seconds, and 300 ms of this machine's own latency, in service time.
    expect(lateMs).toBeLessThan(2_000 + speed * 300);
  }
}, 120_000);
