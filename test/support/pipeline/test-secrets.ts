import { randomBytes } from "node:crypto";
import type { Secrets } from "../../../functions/pipeline/channels/sealed.ts";
import { seal, unseal } from "../../../functions/platform/seal.ts";

const contextOf = (owner: Readonly<Record<string, string>>) => JSON.stringify(owner);

/** Seals secrets under a key of this test instead of one of KMS. */
export function testSecrets(): Secrets {
  const key = randomBytes(32);
  return {
    seal: async (secret, owner) => seal(secret, key, contextOf(owner)).toString("base64"),
    open: async (sealed, owner) => unseal(Buffer.from(sealed, "base64"), key, contextOf(owner)),
  };
}
