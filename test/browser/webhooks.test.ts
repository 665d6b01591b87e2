import { ok } from "@oazapfts/runtime";
import { expect, it } from "vitest";
import * as api from "../../client/api.ts";
import { openEndpoint } from "../support/e2e/endpoint.ts";
import { provided } from "../support/setup/provided.ts";
import { tableAt } from "../support/table/table.ts";
import { drivers } from "./support/drivers.ts";
import { openView } from "./support/open-page.ts";
import { newDashboardOrganization } from "./support/organization.ts";
import { withApi } from "./support/seed.ts";
import { storeDeadLetter } from "./support/seed-table.ts";
import { plainTexts } from "./support/texts.ts";

it.each(drivers)(
  "with $name, someone sends a test event and watches its attempts arrive",
  async ({ activate }) => {
    const { keys } = await newDashboardOrganization();
    let requests = 0;
    const endpoint = await openEndpoint(provided("service").tls, () => {
      requests += 1;
      return requests === 1 ? 503 : 204;
    });
    const { id } = await withApi(keys.write, (options) =>
      ok(
        api.createWebhook(
          { newWebhookSubscription: { url: endpoint.url, events: ["webhook.test"], secret: "a secret" } },
          options,
        ),
      ),
    );
    const page = await openView(`/app/webhooks/${id}`, { key: keys.write });
    await activate(page, page.getByRole("button", { name: "Send a test event" }));
    await page.getByText(/Attempt 1 failed/).waitFor();
    // The second attempt comes ten seconds after the first.
    await page.getByText(/attempt 2 succeeded/).waitFor();
    expect(endpoint.received.map(({ headers }) => headers["x-service-event"])).toEqual([
      "webhook.test",
      "webhook.test",
    ]);
    // The list of deliveries shows the same requests: URL, signature and body.
    const deliveries = page.getByRole("region", { name: "Deliveries" });
    await activate(page, deliveries.locator("summary").filter({ hasText: "2 attempts" }));
    await activate(page, deliveries.locator("summary").filter({ hasText: "Request as sent" }).last());
    const [, second] = endpoint.received;
    const signature = String(second?.headers["x-service-signature"]);
    for (const text of [endpoint.url, signature]) await deliveries.getByText(text).last().waitFor();
    await deliveries
      .getByRole("group", { name: "The body as it is sent" })
      .getByText(second?.body ?? "")
      .waitFor();
  },
);

it.each(drivers)("with $name, someone inspects a dead letter and replays it", async ({ activate }) => {
  const { keys, organizationId } = await newDashboardOrganization();
  const endpoint = await openEndpoint(provided("service").tls);
  const newWebhookSubscription = {
    url: endpoint.url,
    events: ["post.published" as const],
    secret: "a secret",
  };
  const webhook = await withApi(keys.write, (options) =>
    ok(api.createWebhook({ newWebhookSubscription }, options)),
  );
  const table = tableAt(provided("service").database);
  const deadLetterId = await storeDeadLetter(table, { organizationId, webhook }, plainTexts);
  const page = await openView("/app/webhooks/dead-letters", { key: keys.write });
  await activate(page, page.locator(`a[href$="/dead-letters/${deadLetterId}"]`).first());
  const attempts = page.getByRole("region", { name: "Attempts" });
  await attempts.getByText("Service Unavailable").first().waitFor();
  await page.getByRole("region", { name: "Payload" }).getByText("A post is out").first().waitFor();
  await activate(page, page.getByRole("button", { name: "Replay", exact: true }));
  await page.getByText("Resolved", { exact: true }).waitFor();
  expect(endpoint.received.map(({ body }) => JSON.parse(body).data)).toEqual([{ note: "A post is out" }]);
  const { status } = await withApi(keys.read, (options) =>
    ok(api.getDeadLetter({ id: deadLetterId }, options)),
  );
  expect(status).toBe("resolved");
});

it.each(drivers)("with $name, someone replays all dead letters that match", async ({ activate }) => {
  const { keys, organizationId } = await newDashboardOrganization();
  const endpoint = await openEndpoint(provided("service").tls);
  const newWebhookSubscription = { url: endpoint.url, events: ["post.published" as const] };
  const webhook = await withApi(keys.write, (options) =>
    ok(api.createWebhook({ newWebhookSubscription }, options)),
  );
  const table = tableAt(provided("service").database);
  for (let count = 0; count < 3; count += 1)
    await storeDeadLetter(table, { organizationId, webhook }, plainTexts);
  const page = await openView("/app/webhooks/dead-letters", { key: keys.write });
  await activate(page, page.getByRole("button", { name: "Replay all that match" }));
  await activate(page, page.getByRole("button", { name: "Replay them all" }));
  await page.getByText("Finished: 3 dead letters sent again, 0 left out.").waitFor();
  await expect.poll(() => endpoint.received.length, { timeout: 15_000 }).toBe(3);
});
