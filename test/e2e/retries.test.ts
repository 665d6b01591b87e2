import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { expect, it, onTestFinished, vi } from "vitest";
import { listen } from "../../lib/demo/listen.ts";
import { receive } from "../support/delivery/webhook-receiver.ts";
import {
  newStateFolder,
  openTestClient,
  startTestService,
  triggerRunEvent,
  warmUp,
} from "../support/e2e/service.ts";

const secret = "a secret";
const speed = 10;
/** Two seconds, and 300 ms of this machine's own latency, in service time. */
const latenessMsMax = 2_000 + speed * 300;
/** A worker handles a message up to a quarter of a second before it is due. */
const latenessMsMin = -300;

it("retries are made 10, 30 and 90 seconds after the previous failure; a redirect is a failure and is not followed", async () => {
  const { service } = await startTestService(newStateFolder(), speed);
  const receiver = await receive(service.tls, { secret, failures: 3 });
  onTestFinished(receiver.close);
  const paths: string[] = [];
  const redirecting = createServer(
    { cert: readFileSync(service.tls.certFile), key: readFileSync(service.tls.keyFile) },
    (request, response) => {
      paths.push(`${String(request.headers["x-service-attempt"])} ${request.url ?? ""}`);
      request.resume();
      response.writeHead(paths.length === 1 ? 302 : 308, { Location: receiver.url }).end();
    },
  );
  onTestFinished(() => {
    redirecting.close();
    redirecting.closeAllConnections();
  });
  const redirected = `https://localhost:${await listen(redirecting)}/from`;

  const client = openTestClient(service);
  await warmUp(client, service);
  await triggerRunEvent(client, service.keys.write, { urls: [receiver.url, redirected], secret });
  const { received } = receiver;
  // The endpoints do not wait for each other.
  await vi.waitFor(() => expect([received.length, paths.length]).toEqual([4, 4]), {
    timeout: 40_000,
    interval: 50,
  });

  expect(received.map(({ attempt, status: answered }) => [attempt, answered])).toEqual([
    [1, 503],
    [2, 503],
    [3, 503],
    [4, 204],
  ]);
  const times = received.map(({ atMs }) => atMs * speed);
  for (const [index, delaySeconds] of [10, 30, 90].entries()) {
    const lateMs = (times[index + 1] ?? 0) - (times[index] ?? 0) - delaySeconds * 1_000;
    expect(lateMs).toBeGreaterThan(latenessMsMin);
    expect(lateMs).toBeLessThan(latenessMsMax);
  }
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(paths).toEqual(["1 /from", "2 /from", "3 /from", "4 /from"]);
}, 90_000);
