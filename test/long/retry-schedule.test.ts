import { expect, it, onTestFinished, vi } from "vitest";
import { receive } from "../support/delivery/webhook-receiver.ts";
import { aClient, aService, causeEvent, stateFolder, warmUp } from "../support/e2e/service.ts";

const secret = "a secret";
/** Half an hour in less than two minutes, so that both services take about as long. */
const fast = 20;
/** What a machine that both services share makes a hand-over late by, in real time. */
const grainMs = 250;
/** A message that is due within a quarter of a second is handled. */
const earliestMs = -300;
const delaysSeconds = [10, 30, 90, 300, 1_800];

/** Has an event fail at a receiver so often, and answers with when its attempts came on the service's clock, and their bytes. */
async function attemptsSeen(speed: number, attempts: number) {
  const { service } = await aService(stateFolder(), speed);
  const { url, received, close } = await receive(service.tls, { secret, failures: attempts });
  onTestFinished(close);
  const client = aClient(service);
  await warmUp(client, service);
  await causeEvent(client, service.keys.write, { urls: [url], secret });
  await vi.waitFor(() => expect(received).toHaveLength(attempts), { timeout: 200_000, interval: 100 });
  return received.map(({ attempt, atMs, body, verified }) => ({
    attempt,
    atMs: atMs * speed,
    body,
    verified,
  }));
}

it("six attempts come within two seconds of their times on a fast clock, and the first four on the real one", async () => {
  const [onFastClock, onRealClock] = await Promise.all([attemptsSeen(fast, 6), attemptsSeen(1, 4)]);
  for (const { seen, latestMs } of [
    { seen: onFastClock, latestMs: 2_000 + fast * grainMs },
    { seen: onRealClock, latestMs: 2_000 },
  ]) {
    expect(seen.map(({ attempt }) => attempt)).toEqual(seen.map((_, index) => index + 1));
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1);
    expect(seen.every(({ verified }) => verified)).toBe(true);
    for (const [index, delaySeconds] of delaysSeconds.slice(0, seen.length - 1).entries()) {
      const betweenMs = (seen[index + 1]?.atMs ?? 0) - (seen[index]?.atMs ?? 0);
      const lateMs = betweenMs - delaySeconds * 1_000;
      expect(lateMs, `attempt ${index + 2}`).toBeGreaterThan(earliestMs);
      expect(lateMs, `attempt ${index + 2}`).toBeLessThan(latestMs);
    }
  }
});
