import { ok } from "@oazapfts/runtime";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import type { Webhook } from "../../functions/domain/webhook.ts";
import { insertWebhook } from "../../functions/table/webhooks.ts";
import { parseJson } from "../../lib/emulator/json.ts";
import { newOrganization } from "../support/api/organization.ts";
import { storeGivenUp } from "../support/api/world.ts";
import * as api from "../support/client/api.ts";
import { anEndpoint } from "../support/e2e/endpoint.ts";
import { caller } from "../support/e2e/request-options.ts";
import { aClient } from "../support/e2e/service.ts";
import { runCommand } from "../support/local/start-process.ts";
import { aDelivery, aWebhook, newId } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const { stateDirectory, tls, database, secrets } = inject("service");
const operator = (...args: string[]) =>
  runCommand("admin", ["replay", "--state", stateDirectory, ...args]).ended;

const onAws = (functionName: string, organizationId: string) =>
  runCommand("admin", ["replay", "--function-name", functionName, "--organization", organizationId]).ended;

/** A subscription of an organization to an endpoint of its own, with one event given up. */
async function givenUp(organizationId: string) {
  const endpoint = await anEndpoint(tls);
  const webhook: Webhook = { ...aWebhook(organizationId), url: endpoint.url };
  await insertWebhook(tableAt(database), webhook);
  return { endpoint, webhookId: webhook.id, delivery: await storeGivenUp(aDelivery(webhook)) };
}

it("an operator has an organization's dead letters delivered without a key of its, and no other's", async () => {
  const { organizationId, keys } = await newOrganization();
  const [one, other] = [await givenUp(organizationId), await givenUp(organizationId)];
  const stranger = await newOrganization();
  const untouched = await givenUp(stranger.organizationId);
  const client = aClient(inject("service"));
  const statuses = async (key: string) => {
    const { data } = await ok(api.listDeadLetters({}, caller(client, key)));
    return Object.fromEntries(data.map(({ webhookId, status }) => [webhookId, status]));
  };

  const ofOne = await operator("--organization", organizationId, "--webhook", one.webhookId);
  expect(ofOne).toMatchObject({ code: 0, stderr: "" });
  expect(parseJson(ofOne.stdout, "stdout")).toEqual({ count: 1 });
  await vi.waitFor(
    async () =>
      expect(await statuses(keys.read)).toEqual({
        [one.webhookId]: "resolved",
        [other.webhookId]: "final_attempt_pending",
      }),
    { timeout: 30_000, interval: 200 },
  );
  expect(one.endpoint.delivered).toMatchObject([{ body: one.delivery.body }]);

  const ofAll = await operator("--organization", organizationId);
  expect(parseJson(ofAll.stdout, "stdout")).toEqual({ count: 1 });
  await vi.waitFor(
    async () => expect(await statuses(keys.read)).toMatchObject({ [other.webhookId]: "resolved" }),
    { timeout: 30_000, interval: 200 },
  );
  expect(other.endpoint.delivered).toMatchObject([{ body: other.delivery.body }]);
  expect(await statuses(stranger.keys.read)).toEqual({ [untouched.webhookId]: "final_attempt_pending" });
  expect([one, other, untouched].map(({ endpoint }) => endpoint.delivered.length)).toEqual([1, 1, 0]);
}, 90_000);

it("an operator who asks for what is not there is told so in one line", async () => {
  const { organizationId } = await newOrganization();
  const refusals: [string[], string][] = [
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
  for (const [args, said] of refusals)
    expect(await operator(...args)).toEqual({ code: 1, stdout: "", stderr: `${said}\n` });
}, 60_000);

it("an operator on AWS does the same by the name of the function, through Lambda", async () => {
  const { organizationId } = await newOrganization();
  const { endpoint, delivery } = await givenUp(organizationId);
  const environment = {
    AWS_ENDPOINT_URL_LAMBDA: secrets.endpoint,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const admin = "ContentPipelineWorkers-AdminFunction";
  expect(await onAws(admin, organizationId)).toEqual({ code: 0, stdout: '{"count":1}\n', stderr: "" });
  await vi.waitFor(() => expect(endpoint.delivered).toMatchObject([{ body: delivery.body }]), {
    timeout: 30_000,
    interval: 200,
  });
  expect(await onAws(admin, newId("org"))).toEqual({
    code: 1,
    stdout: "",
    stderr: "Nothing is replayed: No such organization.\n",
  });
  expect(await onAws("Admin", organizationId)).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^The function Admin could not be invoked \(ResourceNotFound.+\)\.\n$/),
  });
}, 60_000);
