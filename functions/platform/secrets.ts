import { KMSClient } from "@aws-sdk/client-kms";
import { environment } from "./environment.ts";
import { type SecretBox, secretBox } from "./secret-box.ts";

/**
 * By default the SDK waits for ever: a KMS that hangs would take a worker's whole time, and Lambda would end it with all
 * messages of its batch. KMS responds within 100 ms. The limits are far above that, because a process that gets no
 * processor time for seconds must not blame KMS, and below the 30 s of a delivery worker.
 */
const limits = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
};

/** Opens the secret box with the KMS key that the stack gives the function. */
export function openSecretBox(): SecretBox {
  return secretBox(new KMSClient(limits), environment("SECRETS_KEY_ID"));
}
