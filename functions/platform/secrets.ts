import { KMSClient } from "@aws-sdk/client-kms";
import { environment } from "./environment.ts";
import { type SecretBox, secretBox } from "./secret-box.ts";

/** Opens the secret box with the KMS key that the stack gives the function. */
export function openSecretBox(): SecretBox {
  return secretBox(new KMSClient({}), environment("SECRETS_KEY_ID"));
}
