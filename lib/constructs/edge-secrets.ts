import { SecretValue, Stack, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";

const secretCharacters = 40;

/**
 * The secret by which functions know requests that came through the distribution. Templates hold references only:
 * CloudFormation reads the values when it deploys the stacks.
 *
 * Its version is `-c edgeSecretVersion=…`, 1 by default. A higher version is a new secret: functions accept the one
 * before, too, so that nothing is rejected while the stacks are deployed one after the other.
 */
export class EdgeSecrets extends Construct {
  /** The value that the distribution sends. */
  readonly current: string;
  /** The values that functions accept, separated by commas. */
  readonly accepted: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const version = versionOf(this);
    const secrets = [version, version - 1]
      .filter((number) => number >= 1)
      .map((number) => this.#secret(number));
    const values = secrets.map(({ secretArn }) => SecretValue.secretsManager(secretArn).unsafeUnwrap());
    this.current = values[0] ?? "";
    this.accepted = values.join(",");
    // The distribution refers to the secret before until it is deployed itself. An export in use cannot be removed.
    for (const { secretArn } of secrets) Stack.of(this).exportValue(secretArn);
  }

  #secret(version: number): Secret {
    const secret = new Secret(this, `Version${version}`, {
      description: "Proves to the API that a request came through the distribution",
      generateSecretString: { excludePunctuation: true, passwordLength: secretCharacters },
    });
    Validations.of(secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "CloudFormation copies its value into the distribution, so a deployment rotates it.",
    });
    return secret;
  }
}

function versionOf(scope: Construct): number {
  const given: unknown = scope.node.tryGetContext("edgeSecretVersion") ?? 1;
  const version = Number(given);
  if (!Number.isInteger(version) || version < 1)
    throw new Error("-c edgeSecretVersion=… must be a whole number from 1: add 1 to rotate the secret.");
  return version;
}
