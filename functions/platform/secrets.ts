import { openKms } from "../aws/kms.ts";
import { environment } from "./environment.ts";
import { type SecretBox, secretBox } from "./secret-box.ts";

/**
 * A KMS that hangs must not take a worker's whole time, because Lambda would end it with all messages of its batch. KMS responds
 * within 100 ms. The limits are far above that, because a process that gets no processor time for seconds must not blame KMS,
 * and below the 30 s of a delivery worker.
 */
const limits = { attemptsMax: 2, timeoutMs: 10_000 };

/** Opens the secret box with the KMS key that the stack gives the function. */
export function openSecretBox(): SecretBox {
  return secretBox(openKms(limits), environment("SECRETS_KEY_ID"));
}
