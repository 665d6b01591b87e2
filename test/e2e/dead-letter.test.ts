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
const speed = 60;
const waitOptions = { timeout: 40_000, interval: 50 };

it("a dead letter exists after the fifth failure, and its replay delivers the same event in the same bytes", async () => {
  const { service } = await startTestService(newStateFolder(), speed);
  const receiver = await receive(service.tls, { secret, failures: 5 });
  onTestFinished(receiver.close);
  const client = openTestClient(service);
  await warmUp(client, service);
  const { write: key } = service.keys;
  await triggerRunEvent(client, key, { urls: [receiver.url], secret });
  const options = requestOptions(client, key);

  const letter = await vi.waitFor(async () => {
    const { data } = await ok(api.listDeadLetters({}, options));
    const [only] = data;
    if (only?.status !== "final_attempt_pending") throw new Error("no dead letter yet");
    return only;
  }, waitOptions);
  const { id } = letter;
  expect(letter).toMatchObject({ type: "pipeline.run.completed", url: receiver.url });
  expect(letter.payload).toEqual(JSON.parse(receiver.received[0]?.body ?? "{}"));
  expectSchedule(letter.attempts);
  expect(await ok(api.listDeadLetters({ status: ["exhausted"] }, options))).toMatchObject({ data: [] });

  const replay = await api.replayDeadLetter({ id }, options);
  expect(replay).toMatchObject({ status: 202, data: { status: "replaying" } });
  const resolved = await vi.waitFor(async () => {
    const current = await ok(api.getDeadLetter({ id }, options));
    expect(current.status).toBe("resolved");
    return current;
  }, waitOptions);
  const { received } = receiver;
  expect(received.map(({ attempt, status: answered }) => [attempt, answered])).toEqual([
    ...[1, 2, 3, 4, 5].map((number) => [number, 503]),
    [1, 204],
  ]);
  expect(received.every(({ verified }) => verified)).toBe(true);
  for (const field of ["id", "body", "delivery"] as const)
    expect(new Set(received.map((one) => one[field])).size).toBe(1);
  expect(resolved.attempts).toHaveLength(6);
}, 120_000);

/** Expects five failed attempts at the specified times after each other, on the service's clock. */
function expectSchedule(attempts: readonly api.DeliveryAttempt[]): void {
  expect(attempts.map(({ number, statusCode, error }) => [number, statusCode, error])).toEqual(
    [1, 2, 3, 4, 5].map((number) => [number, 503, "status 503"]),
  );
  const times = attempts.map(({ at }) => Date.parse(at));
  for (const [index, delaySeconds] of [10, 30, 90, 300].entries()) {
    const lateMs = (times[index + 1] ?? 0) - (times[index] ?? 0) - delaySeconds * 1_000;
    expect(lateMs).toBeGreaterThan(-300);
    // Two seconds, and 300 ms of this machine's own latency, in service time.
    expect(lateMs).toBeLessThan(2_000 + speed * 300);
  }
}
