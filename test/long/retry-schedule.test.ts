import { expect, it, onTestFinished, vi } from "vitest";
import { receive } from "../support/delivery/webhook-receiver.ts";
import {
  newStateFolder,
  openTestClient,
  startTestService,
  triggerRunEvent,
  warmUp,
} from "../support/e2e/service.ts";

const secret = "a secret";
/** Half an hour takes less than two minutes, so that both services take about the same time. */
const fast = 20;
/** How late an attempt may be on a machine that both services share, in real time. */
const machineLatenessMs = 250;
/** A worker handles a message up to a quarter of a second before it is due. */
const latenessMsMin = -300;
const delaysSeconds = [10, 30, 90, 300, 1_800];

/**
 * Sends an event to a receiver that fails `attempts` times. Returns the time of each attempt on the service's clock,
 * and its bytes.
 */
async function receivedAttempts(speed: number, attempts: number) {
  const { service } = await startTestService(newStateFolder(), speed);
  const { url, received, close } = await receive(service.tls, { secret, failures: attempts });
  onTestFinished(close);
  const client = openTestClient(service);
  await warmUp(client, service);
  await triggerRunEvent(client, service.keys.write, { urls: [url], secret });
  await vi.waitFor(() => expect(received).toHaveLength(attempts), { timeout: 200_000, interval: 100 });
  return received.map(({ attempt, atMs, body, verified }) => ({
    attempt,
    atMs: atMs * speed,
    body,
    verified,
  }));
}

// Other tests start services, which can take both processors at the moment of an attempt. An attempt that the service makes
// late is late the second time too.
it("six attempts on a fast clock, and the first four on the real clock, are made within two seconds of their times", {
  retry: 1,
}, async () => {
  const [onFastClock, onRealClock] = await Promise.all([receivedAttempts(fast, 6), receivedAttempts(1, 4)]);
  for (const { received, latenessMsMax } of [
    { received: onFastClock, latenessMsMax: 2_000 + fast * machineLatenessMs },
    { received: onRealClock, latenessMsMax: 2_000 },
  ]) {
    expect(received.map(({ attempt }) => attempt)).toEqual(received.map((_, index) => index + 1));
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(received.every(({ verified }) => verified)).toBe(true);
    for (const [index, delaySeconds] of delaysSeconds.slice(0, received.length - 1).entries()) {
      const betweenMs = (received[index + 1]?.atMs ?? 0) - (received[index]?.atMs ?? 0);
      const lateMs = betweenMs - delaySeconds * 1_000;
      expect(lateMs, `attempt ${index + 2}`).toBeGreaterThan(latenessMsMin);
      expect(lateMs, `attempt ${index + 2}`).toBeLessThan(latenessMsMax);
    }
  }
});
