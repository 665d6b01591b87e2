import { expect, it, onTestFinished, vi } from "vitest";
import { receive } from "../support/delivery/webhook-receiver.ts";
import { newStateFolder, openTestClient, startTestService, triggerRunEvent } from "../support/e2e/service.ts";

const secret = "a secret";
const speed = 10;
const waitOptions = { timeout: 40_000, interval: 20 };

it("a delivery continues after its service is killed between two attempts and started again", async () => {
  const state = newStateFolder();
  const running = await startTestService(state, speed);
  const receiver = await receive(running.service.tls, { secret, failures: 2 });
  onTestFinished(receiver.close);
  const { received } = receiver;
  await triggerRunEvent(openTestClient(running.service), running.service.keys.write, {
    urls: [receiver.url],
    secret,
  });
  await vi.waitFor(() => expect(received).toHaveLength(2), waitOptions);
  await running.kill();

  await startTestService(state, speed);
  await vi.waitFor(() => expect(received.at(-1)?.status).toBe(204), waitOptions);
  // If the kill came before the second attempt's outcome was stored, the second attempt is repeated.
  expect(received.map(({ attempt }) => attempt).slice(0, 2)).toEqual([1, 2]);
  expect([2, 3]).toContain(received.at(-1)?.attempt);
  expect(received.every(({ verified }) => verified)).toBe(true);
  for (const field of ["id", "body", "delivery"] as const)
    expect(new Set(received.map((one) => one[field])).size).toBe(1);
}, 120_000);
