import { type AwsOptions, type Client, type Operation, openClient } from "./aws-json.ts";

/** The key, and its owner. A text that was encrypted for one owner cannot be decrypted for another one. */
interface KeyOfOwner {
  KeyId: string;
  EncryptionContext: Readonly<Record<string, string>>;
}

/** All keys and encrypted texts are in Base64. */
interface Operations {
  Decrypt: Operation<KeyOfOwner & { CiphertextBlob: string }, { Plaintext?: string }>;
  GenerateDataKey: Operation<
    KeyOfOwner & { KeySpec: "AES_256" },
    { CiphertextBlob?: string; Plaintext?: string }
  >;
}

export type Kms = Client<Operations>;

export const openKms = (options?: AwsOptions): Kms =>
  openClient({ name: "kms", targetPrefix: "TrentService", jsonVersion: "1.1" }, options);
