import { ok } from "@oazapfts/runtime";
import { expect, it, onTestFinished, vi } from "vitest";
import * as api from "../../client/api.ts";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { insertWebhook } from "../../functions/table/webhooks.ts";
import { parseJson } from "../../lib/emulator/json.ts";
import { newOrganization } from "../support/api/organization.ts";
import { storeDeadLettered } from "../support/delivery/deliveries.ts";
import { openEndpoint } from "../support/e2e/endpoint.ts";
import { requestOptions } from "../support/e2e/request-options.ts";
import { openTestClient } from "../support/e2e/service.ts";
import { runCommand } from "../support/local/start-process.ts";
import { provided } from "../support/setup/provided.ts";
import { aDelivery, aWebhook, newId } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const { stateDirectory, tls, database, secrets } = provided("service");
const runReplay = (...args: string[]) =>
  runCommand("admin", ["replay", "--state", stateDirectory, ...args]).ended;

const runReplayOnAws = (functionName: string, organizationId: string) =>
  runCommand("admin", ["replay", "--function-name", functionName, "--organization", organizationId]).ended;

/** Stores a subscription to a new endpoint, and one dead letter of it. */
async function subscriptionWithDeadLetter(organizationId: string) {
  const endpoint = await openEndpoint(tls);
  const webhook: Webhook = { ...aWebhook(organizationId), url: endpoint.url };
  const table = tableAt(database);
  await insertWebhook(table, webhook);
  return { endpoint, webhookId: webhook.id, delivery: await storeDeadLettered(table, aDelivery(webhook)) };
}

it("an operator replays the dead letters of one organization without its API key, and of no other organization", async () => {
  const { organizationId, keys } = await newOrganization();
  const [one, other] = [
    await subscriptionWithDeadLetter(organizationId),
    await subscriptionWithDeadLetter(organizationId),
  ];
  const otherOrganization = await newOrganization();
  const untouched = await subscriptionWithDeadLetter(otherOrganization.organizationId);
  const client = openTestClient(provided("service"));
  const statuses = async (key: string) => {
    const { data } = await ok(api.listDeadLetters({}, requestOptions(client, key)));
    return Object.fromEntries(data.map(({ webhookId, status }) => [webhookId, status]));
  };

  const ofOneWebhook = await runReplay("--organization", organizationId, "--webhook", one.webhookId);
  expect(ofOneWebhook).toMatchObject({ code: 0, stderr: "" });
  expect(parseJson(ofOneWebhook.stdout, "stdout")).toEqual({ count: 1 });
  await vi.waitFor(
    async () =>
      expect(await statuses(keys.read)).toEqual({
        [one.webhookId]: "resolved",
        [other.webhookId]: "final_attempt_pending",
      }),
    { timeout: 30_000, interval: 200 },
  );
  expect(one.endpoint.received).toMatchObject([{ body: one.delivery.body }]);

  const ofAll = await runReplay("--organization", organizationId);
  expect(parseJson(ofAll.stdout, "stdout")).toEqual({ count: 1 });
  await vi.waitFor(
    async () => expect(await statuses(keys.read)).toMatchObject({ [other.webhookId]: "resolved" }),
    { timeout: 30_000, interval: 200 },
  );
  expect(other.endpoint.received).toMatchObject([{ body: other.delivery.body }]);
  expect(await statuses(otherOrganization.keys.read)).toEqual({
    [untouched.webhookId]: "final_attempt_pending",
  });
  expect([one, other, untouched].map(({ endpoint }) => endpoint.received.length)).toEqual([1, 1, 0]);
}, 90_000);

it("a replay for a missing or unknown organization or subscription fails with a one-line error", async () => {
  const { organizationId } = await newOrganization();
  const errors: [string[], string][] = [
    [[], "replay needs --organization ORG."],
    [["--organization", newId("org")], "Nothing is replayed: No such organization."],
    [["--organization", "acme"], "Nothing is replayed: No such organization."],
    [
      ["--organization", organizationId, "--webhook", newId("whk")],
      "Nothing is replayed: No such webhook subscription.",
    ],
    [
      ["--organization", organizationId, "--webhook", ""],
      "Nothing is replayed: No such webhook subscription.",
    ],
  ];
  for (const [args, message] of errors)
    expect(await runReplay(...args)).toEqual({ code: 1, stdout: "", stderr: `${message}\n` });
}, 60_000);

it("an operator on AWS replays an organization's dead letters through Lambda, by the name of the function", async () => {
  const { organizationId } = await newOrganization();
  const { endpoint, delivery } = await subscriptionWithDeadLetter(organizationId);
  const environment = {
    AWS_ENDPOINT_URL_LAMBDA: secrets.endpoint,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: secrets.accessKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: secrets.accessKey.secretAccessKey,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const admin = "ContentPipelineWorkers-AdminFunction";
  expect(await runReplayOnAws(admin, organizationId)).toEqual({
    code: 0,
    stdout: '{"count":1}\n',
    stderr: "",
  });
  await vi.waitFor(() => expect(endpoint.received).toMatchObject([{ body: delivery.body }]), {
    timeout: 30_000,
    interval: 200,
  });
  expect(await runReplayOnAws(admin, newId("org"))).toEqual({
    code: 1,
    stdout: "",
    stderr: "Nothing is replayed: No such organization.\n",
  });
  expect(await runReplayOnAws("Admin", organizationId)).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^The function Admin could not be invoked \(ResourceNotFound.+\)\.\n$/),
  });
}, 60_000);
