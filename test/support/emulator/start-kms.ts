import { KMSClient } from "@aws-sdk/client-kms";
import { onTestFinished } from "vitest";
import { loadAssembly } from "../../../lib/emulator/assembly.ts";
import { serveAws } from "../../../lib/emulator/aws-endpoint.ts";
import { openKms } from "../../../lib/emulator/kms.ts";
import { temporaryFolder, writeAssembly } from "./assembly-fixture.ts";

const noScheduler = {
  create: () => ({}),
  get: () => ({}),
  remove: () => {},
  start: () => {},
  stop: () => Promise.resolve(),
};

/** Starts KMS with one key on a state folder, until the test ends. */
export async function startKms(stateDirectory: string): Promise<{ client: KMSClient; keyArn: string }> {
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
  onTestFinished(async () => {
    client.destroy();
    await aws.stop();
  });
  return { client, keyArn: assembly.find("S", "Key").attributes["Arn"] ?? "" };
}
