import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Resource } from "./assembly.ts";
import { AwsError } from "./aws-json.ts";
import { isJsonObject, type JsonObject, numberAt, parseJsonObject, textAt } from "./json.ts";

/** Carries out one KMS action. Throws AwsError with the error type that KMS uses. */
export type Kms = (action: string, request: JsonObject) => JsonObject;

interface Key {
  id: string;
  arn: string;
  aliases: readonly string[];
  secret: Buffer;
}

const ivBytes = 12;
const tagBytes = 16;
const idBytes = 36;

/**
 * Opens the template's KMS keys. Their secrets are in a file of the state folder that only its owner can read.
 * Supports Encrypt, Decrypt and GenerateDataKey: AES-256-GCM with the encryption context as authenticated data.
 */
export function openKms(
  stateDirectory: string,
  keys: readonly Resource[],
  aliases: readonly Resource[],
): Kms {
  const secrets = loadSecrets(
    join(stateDirectory, "kms-keys.json"),
    keys.map((key) => key.ref),
  );
  const opened = keys.map((key): Key => {
    const arn = key.attributes["Arn"] ?? key.ref;
    const own = aliases.filter((alias) =>
      [key.ref, arn].includes(textAt(alias.properties, "TargetKeyId") ?? ""),
    );
    return {
      id: key.ref,
      arn,
      aliases: own.map((alias) => alias.ref),
      secret: secrets[key.ref] ?? Buffer.alloc(0),
    };
  });

  function keyOf(request: JsonObject): Key {
    const wanted = textAt(request, "KeyId") ?? "";
    const found = opened.find(({ id, arn, aliases: names }) => [id, arn, ...names].includes(wanted));
    if (found === undefined) throw new AwsError("NotFoundException", `Key '${wanted}' does not exist`);
    return found;
  }

  function decrypt(request: JsonObject): JsonObject {
    const blob = Buffer.from(textAt(request, "CiphertextBlob") ?? "", "base64");
    const key = opened.find(({ id }) => id === blob.subarray(0, idBytes).toString());
    if (key === undefined) throw new AwsError("InvalidCiphertextException", "");
    if (request["KeyId"] !== undefined && keyOf(request) !== key)
      throw new AwsError(
        "IncorrectKeyException",
        "The key ID in the request does not identify a CMK that can perform this operation.",
      );
    return {
      KeyId: key.arn,
      Plaintext: open(key, blob, request).toString("base64"),
      EncryptionAlgorithm: "SYMMETRIC_DEFAULT",
    };
  }

  return (action, request) => {
    switch (action) {
      case "Encrypt": {
        const key = keyOf(request);
        const plain = Buffer.from(textAt(request, "Plaintext") ?? "", "base64");
        if (plain.length === 0 || plain.length > 4096)
          throw new AwsError("ValidationException", "Plaintext must have 1 to 4096 bytes");
        return {
          KeyId: key.arn,
          CiphertextBlob: seal(key, plain, request),
          EncryptionAlgorithm: "SYMMETRIC_DEFAULT",
        };
      }
      case "GenerateDataKey": {
        const key = keyOf(request);
        const plain = randomBytes(dataKeyBytes(request));
        return {
          KeyId: key.arn,
          CiphertextBlob: seal(key, plain, request),
          Plaintext: plain.toString("base64"),
        };
      }
      case "Decrypt":
        return decrypt(request);
      default:
        throw new AwsError(
          "UnknownOperationException",
          `The emulator does not know the KMS action ${action}`,
        );
    }
  };
}

function dataKeyBytes(request: JsonObject): number {
  const spec = textAt(request, "KeySpec");
  const count = numberAt(request, "NumberOfBytes");
  if (count !== undefined && spec === undefined && count >= 1 && count <= 1024) return count;
  if (spec === "AES_256") return 32;
  if (spec === "AES_128") return 16;
  throw new AwsError("ValidationException", "Please specify either number of bytes or key spec.");
}

/** Returns key id, IV, tag and ciphertext as one base64 text. */
function seal(key: Key, plain: Buffer, request: JsonObject): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key.secret, iv).setAAD(context(request));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from(key.id), iv, cipher.getAuthTag(), sealed]).toString("base64");
}

function open(key: Key, blob: Buffer, request: JsonObject): Buffer {
  try {
    const tagAt = idBytes + ivBytes;
    const decipher = createDecipheriv("aes-256-gcm", key.secret, blob.subarray(idBytes, tagAt), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(context(request)).setAuthTag(blob.subarray(tagAt, tagAt + tagBytes));
    return Buffer.concat([decipher.update(blob.subarray(tagAt + tagBytes)), decipher.final()]);
  } catch (error) {
    throw new AwsError("InvalidCiphertextException", error instanceof Error ? "" : String(error));
  }
}

/** Returns the encryption context as bytes that do not depend on the order of its names. */
function context(request: JsonObject): Buffer {
  const given = request["EncryptionContext"];
  const entries = Object.entries(isJsonObject(given) ? given : {});
  return Buffer.from(JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

function loadSecrets(path: string, ids: readonly string[]): Record<string, Buffer> {
  const stored = existsSync(path) ? parseJsonObject(readFileSync(path, "utf8"), path) : {};
  const all: Record<string, string> = {};
  for (const id of [...Object.keys(stored), ...ids])
    all[id] = textAt(stored, id) ?? randomBytes(32).toString("base64");
  if (ids.some((id) => stored[id] === undefined)) {
    // Written to another file and renamed: a kill in between must not lose the keys of stored data.
    writeFileSync(`${path}.new`, JSON.stringify(all), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  return Object.fromEntries(Object.entries(all).map(([id, secret]) => [id, Buffer.from(secret, "base64")]));
}
