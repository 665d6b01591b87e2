import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { expect, it, onTestFinished, vi } from "vitest";
import { listen } from "../../lib/demo/listen.ts";
import { receive } from "../support/delivery/webhook-receiver.ts";
import { aClient, aService, causeEvent, stateFolder, warmUp } from "../support/e2e/service.ts";

const secret = "a secret";
const speed = 10;
/** Two seconds of the service's clock, and what the machine's own latency is on it. */
const latestMs = 2_000 + speed * 300;
/** A message that is due within a quarter of a second is handled. */
const earliestMs = -300;

it("come 10, 30 and 90 seconds after the failure before them; a redirect is a failure and is not followed", async () => {
  const { service } = await aService(stateFolder(), speed);
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

  const client = aClient(service);
  await warmUp(client, service);
  await causeEvent(client, service.keys.write, { urls: [receiver.url, redirected], secret });
  const { received } = receiver;
  // Neither endpoint waits for the other.
  await vi.waitFor(() => expect([received.length, paths.length]).toEqual([4, 4]), {
    timeout: 40_000,
    interval: 50,
  });

  expect(received.map(({ attempt, answered }) => [attempt, answered])).toEqual([
    [1, 503],
    [2, 503],
    [3, 503],
    [4, 204],
  ]);
  const times = received.map(({ atMs }) => atMs * speed);
  for (const [index, delaySeconds] of [10, 30, 90].entries()) {
    const late = (times[index + 1] ?? 0) - (times[index] ?? 0) - delaySeconds * 1_000;
    expect(late).toBeGreaterThan(earliestMs);
    expect(late).toBeLessThan(latestMs);
  }
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(paths).toEqual(["1 /from", "2 /from", "3 /from", "4 /from"]);
}, 90_000);
