import { openKms } from "../../../functions/aws/kms.ts";
import { type SecretBox, secretBox } from "../../../functions/platform/secret-box.ts";
import { provided } from "../setup/provided.ts";

let opened: SecretBox | undefined;

/** Seals and opens secrets with the key of the service under test. */
export function serviceSecrets(): SecretBox {
  const { endpoint, keyId, accessKey } = provided("service").secrets;
  opened ??= secretBox(openKms({ endpoint, region: "eu-central-1", credentials: accessKey }), keyId);
  return opened;
}
