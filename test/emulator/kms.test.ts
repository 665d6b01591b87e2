import { statSync } from "node:fs";
import { join } from "node:path";
import {
  DecryptCommand,
  GenerateDataKeyCommand,
  InvalidCiphertextException,
  NotFoundException,
} from "@aws-sdk/client-kms";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";
import { startKms } from "../support/emulator/start-kms.ts";

it("a data key can be decrypted with its own encryption context, also after a restart, and with no other context", async () => {
  const directory = temporaryFolder();
  const { client, keyArn } = await startKms(directory);
  const context = { organization: "org_1", use: "webhook" };
  const made = await client.send(
    new GenerateDataKeyCommand({ KeyId: keyArn, KeySpec: "AES_256", EncryptionContext: context }),
  );
  expect(made.Plaintext).toHaveLength(32);

  const restarted = await startKms(directory);
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

it("an unknown key is not found, and only its owner can read the key file", async () => {
  const directory = temporaryFolder();
  const { client } = await startKms(directory);
  const unknown = client.send(new GenerateDataKeyCommand({ KeyId: "nobody", KeySpec: "AES_256" }));
  await expect(unknown).rejects.toBeInstanceOf(NotFoundException);
  expect(statSync(join(directory, "kms-keys.json")).mode & 0o777).toBe(0o600);
});
