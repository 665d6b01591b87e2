import { KMSClient } from "@aws-sdk/client-kms";
import { environment } from "./environment.ts";
import { type SecretBox, secretBox } from "./secret-box.ts";

/** The box under the key that the stack gives the function. */
export function openSecretBox(): SecretBox {
  return secretBox(new KMSClient({}), environment("SECRETS_KEY_ID"));
}
