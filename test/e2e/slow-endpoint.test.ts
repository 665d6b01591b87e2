import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { expect, it, onTestFinished, vi } from "vitest";
import { readDelivery } from "../../functions/table/deliveries.ts";
import { listen } from "../../lib/demo/listen.ts";
import { newOrganization } from "../support/api/organization.ts";
import { openTestClient, triggerRunEvent } from "../support/e2e/service.ts";
import { provided } from "../support/setup/provided.ts";
import { tableAt } from "../support/table/table.ts";

// This test runs at real speed: time-outs are never accelerated.
it("an attempt to an endpoint that responds after eleven seconds fails after ten", async () => {
  const service = provided("service");
  const deliveries: string[] = [];
  const slow = createServer(
    { cert: readFileSync(service.tls.certFile), key: readFileSync(service.tls.keyFile) },
    (request, response) => {
      deliveries.push(String(request.headers["x-service-delivery"]));
      request.resume();
      setTimeout(() => response.writeHead(204).end(), 11_000);
    },
  );
  onTestFinished(() => {
    slow.close();
    slow.closeAllConnections();
  });
  const { organizationId, keys } = await newOrganization();
  const url = `https://localhost:${await listen(slow)}/hook`;
  const client = openTestClient(service);
  const [webhookId] = (await triggerRunEvent(client, keys.write, { urls: [url], secret: "s" })).webhookIds;

  const table = tableAt(service.database);
  const delivery = await vi.waitFor(
    async () => {
      const ref = { organizationId, webhookId: webhookId ?? "", id: deliveries[0] ?? "" };
      const found = await readDelivery(table, ref);
      expect(found?.attempts).toHaveLength(1);
      return found;
    },
    { timeout: 25_000, interval: 100 },
  );
  expect(delivery).toMatchObject({ status: "pending", nextAttempt: 2 });
  const [attempt] = delivery?.attempts ?? [];
  expect(attempt).toMatchObject({ statusCode: null, response: null, error: expect.stringContaining("10 s") });
  expect(attempt?.latencyMs).toBeGreaterThanOrEqual(9_990);
  expect(attempt?.latencyMs).toBeLessThan(10_900);
  // The next attempt is due ten seconds after the failure, not after the start of the attempt.
  const waitMs = Date.parse(delivery?.nextAttemptAt ?? "") - Date.parse(attempt?.at ?? "");
  expect(Math.abs(waitMs - 20_000)).toBeLessThan(2_000);
}, 60_000);
