import { statSync } from "node:fs";
import { join } from "node:path";
import {
  DecryptCommand,
  GenerateDataKeyCommand,
  InvalidCiphertextException,
  KMSClient,
  NotFoundException,
} from "@aws-sdk/client-kms";
import { afterEach, expect, test } from "vitest";
import { loadAssembly } from "../../lib/local/assembly.ts";
import { serveAws } from "../../lib/local/aws-endpoint.ts";
import { openKms } from "../../lib/local/kms.ts";
import { temporaryFolder, writeAssembly } from "./assembly-fixture.ts";

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const noScheduler = {
  create: () => ({}),
  get: () => ({}),
  remove: () => {},
  start: () => {},
  stop: () => Promise.resolve(),
};

async function start(stateDirectory: string) {
  const template = { Resources: { Key: { Type: "AWS::KMS::Key", Properties: { EnableKeyRotation: true } } } };
  const assembly = loadAssembly(writeAssembly(temporaryFolder(), { S: template }), {
    publicHost: "localhost",
    queueUrlBase: "http://127.0.0.1",
  });
  const aws = await serveAws({
    scheduler: noScheduler,
    kms: openKms(stateDirectory, assembly.ofType("AWS::KMS::Key"), []),
    lambda: () => undefined,
  });
  const client = new KMSClient({
    endpoint: aws.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "x", secretAccessKey: "x" },
  });
  endings.push(async () => {
    client.destroy();
    await aws.stop();
  });
  return { client, keyArn: assembly.find("S", "Key").attributes["Arn"] ?? "" };
}

test("a data key opens with its own encryption context, after a restart too, and with no other", async () => {
  const directory = temporaryFolder();
  const { client, keyArn } = await start(directory);
  const context = { organization: "org_1", use: "webhook" };
  const made = await client.send(
    new GenerateDataKeyCommand({ KeyId: keyArn, KeySpec: "AES_256", EncryptionContext: context }),
  );
  expect(made.Plaintext).toHaveLength(32);

  const restarted = await start(directory);
  const open = (given: Record<string, string>) =>
    restarted.client.send(
      new DecryptCommand({ CiphertextBlob: made.CiphertextBlob, EncryptionContext: given }),
    );
  const opened = await open({ use: "webhook", organization: "org_1" });
  expect(opened.Plaintext).toEqual(made.Plaintext);
  expect(opened.KeyId).toBe(keyArn);
  await expect(open({ organization: "org_2", use: "webhook" })).rejects.toBeInstanceOf(
    InvalidCiphertextException,
  );
  await expect(open({})).rejects.toBeInstanceOf(InvalidCiphertextException);
});

test("an unknown key is not found, and the key file is its owner's alone", async () => {
  const directory = temporaryFolder();
  const { client } = await start(directory);
  const unknown = client.send(new GenerateDataKeyCommand({ KeyId: "nobody", KeySpec: "AES_256" }));
  await expect(unknown).rejects.toBeInstanceOf(NotFoundException);
  expect(statSync(join(directory, "kms-keys.json")).mode & 0o777).toBe(0o600);
});
