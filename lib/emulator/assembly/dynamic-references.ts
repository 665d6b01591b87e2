import { isJsonObject, type Json } from "../json.ts";

const reference = /\{\{resolve:([^{}]*)\}\}/g;

/**
 * Replaces CloudFormation's dynamic references to whole secrets by their values. Throws an Error for any other dynamic
 * reference.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
export function resolveSecrets(
  value: Json,
  secretValue: ((arn: string) => string) | undefined,
  where: string,
): Json {
  if (Array.isArray(value)) return value.map((item) => resolveSecrets(item, secretValue, where));
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, resolveSecrets(item, secretValue, where)]),
    );
  if (typeof value !== "string") return value;
  return value.replaceAll(reference, (whole, content: string) => {
    const arn = /^secretsmanager:(.+):SecretString:*$/.exec(content)?.[1];
    if (arn === undefined || secretValue === undefined)
      throw new Error(`${where}: the emulator does not know the dynamic reference ${whole}`);
    return secretValue(arn);
  });
}
