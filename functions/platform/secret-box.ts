import type { Kms } from "../aws/kms.ts";
import { SecretUnusable } from "../domain/secret-unusable.ts";
import { Postponed } from "./postponed.ts";
import { seal, unseal } from "./seal.ts";

/**
 * Names what a secret belongs to, such as its organization and subscription. It is the encryption context: a sealed
 * secret that is copied to another owner cannot be opened there.
 */
type SecretOwner = Readonly<Record<string, string>>;

/** Seals secrets for the table, and opens them when they are needed to sign. */
export interface SecretBox {
  seal(secret: string, owner: SecretOwner): Promise<string>;
  /** @throws {Postponed} when KMS fails or its key is not available, and {SecretUnusable} if nobody can ever open the secret */
  open(sealed: string, owner: SecretOwner): Promise<string>;
}

/** Opened data keys in memory, so that a busy subscription does not call KMS for each delivery. */
const cachedKeysMax = 500;

/** KMS answers so when the sealed text is broken, or belongs to another owner or key. Every other error may pass. */
const lastingErrors = new Set(["InvalidCiphertextException", "IncorrectKeyException", "ValidationException"]);

function openingError(cause: unknown): Error {
  if (cause instanceof Error && lastingErrors.has(cause.name)) return new SecretUnusable({ cause });
  return new Postponed("key_unavailable", "the key service does not open secrets", { cause });
}

/** Seals each secret with AES-256-GCM under its own data key. The KMS key wraps the data key with the owner as context. */
export function secretBox(kms: Kms, keyId: string): SecretBox {
  // Concurrent calls for one key share one call of KMS.
  const opened = new Map<string, Promise<Uint8Array>>();

  const unwrap = async (wrapped: string, owner: SecretOwner): Promise<Uint8Array> => {
    const sealedKey = { KeyId: keyId, CiphertextBlob: wrapped, EncryptionContext: owner };
    const { Plaintext } = await kms.send("Decrypt", sealedKey).catch((error: unknown) => {
      throw openingError(error);
    });
    if (Plaintext === undefined) throw new Error("the key service opened no data key");
    return Buffer.from(Plaintext, "base64");
  };

  const dataKey = (wrapped: string, owner: SecretOwner): Promise<Uint8Array> => {
    const context = Object.keys(owner)
      .toSorted()
      .map((name) => [name, owner[name]]);
    const cacheKey = JSON.stringify([wrapped, context]);
    const known = opened.get(cacheKey);
    if (known) return known;
    const [oldest] = opened.keys();
    if (opened.size >= cachedKeysMax && oldest !== undefined) opened.delete(oldest);
    const asked = unwrap(wrapped, owner);
    opened.set(cacheKey, asked);
    asked.catch(() => opened.delete(cacheKey));
    return asked;
  };

  return {
    async seal(secret, owner) {
      const { Plaintext, CiphertextBlob } = await kms.send("GenerateDataKey", {
        KeyId: keyId,
        KeySpec: "AES_256",
        EncryptionContext: owner,
      });
      if (Plaintext === undefined || CiphertextBlob === undefined)
        throw new Error("the key service made no data key");
      // KMS checks the owner when it unwraps the data key, so the sealed text needs no context of its own.
      return `${CiphertextBlob}.${seal(secret, Buffer.from(Plaintext, "base64")).toString("base64")}`;
    },

    async open(sealed, owner) {
      const [wrapped = "", box = ""] = sealed.split(".");
      const key = await dataKey(wrapped, owner);
      try {
        return unseal(Buffer.from(box, "base64"), key);
      } catch (cause) {
        throw new SecretUnusable({ cause });
      }
    },
  };
}
