import { expect, it, onTestFinished, vi } from "vitest";
import { at, type Json } from "../../lib/demo/client.ts";
import { receive } from "../../lib/demo/receiver.ts";
import { aClient, aService, causeEvent, stateFolder, warmUp } from "./subscription.ts";

const secret = "a secret";
const speed = 60;
const patience = { timeout: 40_000, interval: 50 };

it("stands after the fifth failure, and its replay delivers the same event in the same bytes", async () => {
  const { service } = await aService(stateFolder(), speed);
  const receiver = await receive(service.tls, { secret, failures: 5 });
  onTestFinished(receiver.close);
  const client = aClient(service);
  await warmUp(client, service);
  const { write: key } = service.keys;
  await causeEvent(client, key, { urls: [receiver.url], secret });
  const letters = "/v1/webhooks/dead-letters";
  const standing = async (path: string) => (await client.call("GET", path, { key })).json;

  const letter = await vi.waitFor(async () => {
    const [only = null] = rowsOf(await standing(letters));
    expect(at(only, "status")).toBe("final_attempt_pending");
    return only;
  }, patience);
  const path = `${letters}/${String(Object(letter).id)}`;
  expect(letter).toMatchObject({ type: "pipeline.run.completed", url: receiver.url });
  expect(at(letter, "payload")).toEqual(JSON.parse(receiver.received[0]?.body ?? "{}"));
  expectSchedule(at(letter, "attempts"));
  expect(rowsOf(await standing(`${letters}?status=exhausted`))).toEqual([]);

  const replay = await client.call("POST", `${path}/replay`, { key });
  expect(replay).toMatchObject({ status: 202, json: { status: "replaying" } });
  await vi.waitFor(async () => expect(at(await standing(path), "status")).toBe("resolved"), patience);
  const { received } = receiver;
  expect(received.map(({ attempt, answered }) => [attempt, answered])).toEqual([
    ...[1, 2, 3, 4, 5].map((number) => [number, 503]),
    [1, 204],
  ]);
  expect(received.every(({ verified }) => verified)).toBe(true);
  for (const same of ["id", "body", "delivery"] as const)
    expect(new Set(received.map((one) => one[same])).size).toBe(1);
  expect(at(await standing(path), "attempts")).toHaveLength(6);
}, 120_000);

/** Five failed attempts, each so long after the one before as the specification says, by the service's own clock. */
function expectSchedule(attempts: Json | undefined): void {
  const each = rowsOf({ data: attempts ?? null });
  expect(each.map((one) => [at(one, "number"), at(one, "statusCode"), at(one, "error")])).toEqual(
    [1, 2, 3, 4, 5].map((number) => [number, 503, "status 503"]),
  );
  const times = each.map((one) => Date.parse(String(Object(one).at)));
  for (const [index, delaySeconds] of [10, 30, 90, 300].entries()) {
    const late = (times[index + 1] ?? 0) - (times[index] ?? 0) - delaySeconds * 1_000;
    expect(late).toBeGreaterThan(-300);
    // Two seconds, and what the machine's own latency is on a clock that is so fast.
    expect(late).toBeLessThan(2_000 + speed * 300);
  }
}

function rowsOf(page: Json): Json[] {
  const rows = at(page, "data");
  return Array.isArray(rows) ? rows : [];
}
