import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  const { client, keyArn, end } = await startKms(directory);
  const context = { organization: "org_1", use: "webhook" };
  const made = await client.send(
    new GenerateDataKeyCommand({ KeyId: keyArn, KeySpec: "AES_256", EncryptionContext: context }),
  );
  expect(made.Plaintext).toHaveLength(32);

  await end();
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

it("a key that was made once is never made anew: a missing, damaged or other key file ends the start with one line", async () => {
  const [directory, other] = [temporaryFolder(), temporaryFolder()];
  for (const folder of [directory, other]) await (await startKms(folder)).end();
  const file = join(directory, "kms-keys.json");
  const backup = join(directory, "backup.json");
  copyFileSync(file, backup);
  const todo = "restore it from a backup, or empty the state folder";
  const restart = async () => (await startKms(directory)).end();

  rmSync(file);
  await expect(restart()).rejects.toThrow(`The file of the KMS keys, ${file}, is missing: ${todo}.`);
  const text = readFileSync(backup, "utf8");
  for (const damaged of ["", text.slice(0, -9), "[]", text.replace(/"[^"]+"\}$/, '"c2hvcnQ="}')]) {
    writeFileSync(file, damaged);
    await expect(restart()).rejects.toThrow(`The file of the KMS keys, ${file}, is damaged: ${todo}.`);
  }
  copyFileSync(join(other, "kms-keys.json"), file);
  await expect(restart()).rejects.toThrow(/does not hold the key \S+ of this folder: restore it/);
  copyFileSync(backup, file);
  await expect(restart()).resolves.toBeUndefined();
});
