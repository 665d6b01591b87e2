import { KMSClient } from "@aws-sdk/client-kms";
import { onTestFinished } from "vitest";
import { type Kms, openKms as openKmsClient } from "../../../functions/aws/kms.ts";
import { newAccessKey } from "../../../lib/emulator/access-key.ts";
import { loadAssembly } from "../../../lib/emulator/assembly.ts";
import { serveAws } from "../../../lib/emulator/aws-endpoint.ts";
import { openKms } from "../../../lib/emulator/kms.ts";
import { openState } from "../../../lib/emulator/state.ts";
import { temporaryFolder, writeAssembly } from "./assembly-fixture.ts";

const noScheduler = {
  create: () => ({}),
  get: () => ({}),
  remove: () => {},
  start: () => {},
  stop: () => Promise.resolve(),
};

/** Starts KMS with one key on a state folder, until `end` is called or the test ends. */
export async function startKms(
  stateDirectory: string,
): Promise<{ client: KMSClient; kms: Kms; keyArn: string; end: () => Promise<void> }> {
  const template = { Resources: { Key: { Type: "AWS::KMS::Key", Properties: { EnableKeyRotation: true } } } };
  const assembly = loadAssembly(writeAssembly(temporaryFolder(), { S: template }), {
    publicHost: "localhost",
    queueUrlBase: "http://127.0.0.1",
  });
  const endings = new AsyncDisposableStack();
  const end = () => endings.disposeAsync();
  onTestFinished(end);
  const state = openState(stateDirectory);
  endings.defer(() => state.close());
  const kms = await openOrEnd(() => openKms(state, assembly.ofType("AWS::KMS::Key"), []), end);
  const accessKey = newAccessKey();
  const aws = await serveAws({ scheduler: noScheduler, kms, lambda: () => undefined }, accessKey);
  endings.defer(() => aws.stop());
  const options = { endpoint: aws.endpoint, region: "us-east-1", credentials: accessKey };
  const client = new KMSClient(options);
  endings.defer(() => client.destroy());
  return {
    client,
    kms: openKmsClient(options),
    keyArn: assembly.find("S", "Key").attributes["Arn"] ?? "",
    end,
  };
}

async function openOrEnd<T>(open: () => T, end: () => Promise<void>): Promise<T> {
  try {
    return open();
  } catch (error) {
    await end();
    throw error;
  }
}
