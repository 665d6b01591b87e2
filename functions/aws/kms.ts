import { type AwsOptions, type Client, type Operation, openClient } from "./aws-json.ts";

/** Who a key is used for: a text that was encrypted in one context cannot be decrypted in another one. */
interface InContext {
  KeyId: string;
  EncryptionContext: Readonly<Record<string, string>>;
}

/** All keys and encrypted texts are in Base64. */
interface Operations {
  Decrypt: Operation<InContext & { CiphertextBlob: string }, { Plaintext?: string }>;
  GenerateDataKey: Operation<
    InContext & { KeySpec: "AES_256" },
    { CiphertextBlob?: string; Plaintext?: string }
  >;
}

export type Kms = Client<Operations>;

export const openKms = (options?: AwsOptions): Kms =>
  openClient({ name: "kms", targetPrefix: "TrentService", jsonVersion: "1.1" }, options);
