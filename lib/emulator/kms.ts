import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Resource } from "./assembly.ts";
import { AwsError } from "./aws-json.ts";
import { isJsonObject, type JsonObject, numberAt, parseJsonObject, textAt } from "./json.ts";
import { type State, StateFileError } from "./state.ts";

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
const secretBytes = 32;

/**
 * Opens the template's KMS keys. Their secrets are in a file of the state folder that only its owner can read. A key that is
 * made once is never made anew: throws StateFileError if its secret is missing or is another one, because nothing else can
 * decrypt what it has encrypted.
 *
 * Supports Encrypt, Decrypt and GenerateDataKey: AES-256-GCM with the encryption context as authenticated data.
 */
export function openKms(
  state: Pick<State, "directory" | "database">,
  keys: readonly Resource[],
  aliases: readonly Resource[],
): Kms {
  const secrets = loadSecrets(
    state,
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

function loadSecrets(
  { directory, database }: Pick<State, "directory" | "database">,
  ids: readonly string[],
): Record<string, Buffer> {
  const path = join(directory, "kms-keys.json");
  const stored = readSecrets(path);
  const known = new Map(
    database
      .prepare("SELECT id, fingerprint FROM kmsKeys")
      .all()
      .map(({ id, fingerprint }) => [String(id), fingerprint]),
  );
  for (const id of ids.filter((one) => known.has(one))) {
    const secret = stored?.[id];
    if (stored === undefined) throw new StateFileError(`The file of the KMS keys, ${path}, is missing`);
    if (secret === undefined || fingerprintOf(secret) !== known.get(id))
      throw new StateFileError(
        `The file of the KMS keys, ${path}, does not hold the key ${id} of this folder`,
      );
  }
  const secrets = { ...stored };
  for (const id of ids) secrets[id] ??= randomBytes(secretBytes);
  if (ids.some((id) => stored?.[id] === undefined)) writeSecrets(path, secrets);
  // After the file: a kill in between must not leave the fingerprint of a key that is not stored.
  const remember = database.prepare("INSERT OR IGNORE INTO kmsKeys VALUES (?, ?)");
  for (const id of ids) if (secrets[id] !== undefined) remember.run(id, fingerprintOf(secrets[id]));
  return secrets;
}

/** Returns undefined when there is no such file. */
function readSecrets(path: string): Record<string, Buffer> | undefined {
  if (!existsSync(path)) return undefined;
  const damaged = `The file of the KMS keys, ${path}, is damaged`;
  try {
    const secrets = Object.entries(parseJsonObject(readFileSync(path, "utf8"), path)).map(
      ([id, secret]) => [id, Buffer.from(typeof secret === "string" ? secret : "", "base64")] as const,
    );
    if (secrets.every(([, secret]) => secret.length === secretBytes)) return Object.fromEntries(secrets);
  } catch (error) {
    throw new StateFileError(damaged, { cause: error });
  }
  throw new StateFileError(damaged);
}

/** Written to another file and renamed: a kill in between must not lose the keys of stored data. */
function writeSecrets(path: string, secrets: Readonly<Record<string, Buffer>>): void {
  const texts = Object.entries(secrets).map(([id, secret]) => [id, secret.toString("base64")]);
  writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(texts)), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** A secret has 256 random bits, so its hash tells nothing about it. */
function fingerprintOf(secret: Buffer): string {
  return createHash("sha256").update(secret).digest("hex");
}
