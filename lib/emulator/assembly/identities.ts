import { createHash } from "node:crypto";
import { type Json, type JsonObject, textAt } from "../json.ts";

/** The region and account of every emulated resource. */
export const localRegion = "us-east-1";
export const localAccountId = "000000000000";

/** Attributes that are known only when the emulator runs. */
export interface LocalAttributes {
  /** Host and port of the distribution: its DomainName, such as `localhost:8443`. */
  publicHost: string;
  /** The start of every queue URL, such as `http://127.0.0.1:4566`. */
  queueUrlBase: string;
  /** Returns the value of a secret by its ARN. @default a template with references to secrets is an error */
  secretValue?: (arn: string) => string;
}

/** The values of `Ref` and `Fn::GetAtt` for a resource. */
export interface Identity {
  ref: string;
  attributes: Readonly<Record<string, string>>;
}

interface Naming {
  stack: string;
  logicalId: string;
  local: LocalAttributes;
  /** Returns the physical name: the property's value, or a name made of stack and logical id. */
  name: (property: string) => string;
  /** Returns a property's resolved value. Throws when the property is missing. */
  text: (property: string) => string;
}

/** Physical names, ARNs and attributes by resource type. They depend on the template only, so state survives restarts. */
const identities: Readonly<Record<string, (naming: Naming) => Identity>> = {
  "AWS::DynamoDB::Table": ({ name }) => {
    const table = name("TableName");
    const tableArn = arn("dynamodb", `table/${table}`);
    return { ref: table, attributes: { Arn: tableArn, StreamArn: `${tableArn}/stream/local` } };
  },
  "AWS::KMS::Key": (naming) => {
    const id = uuid(naming);
    return { ref: id, attributes: { Arn: arn("kms", `key/${id}`), KeyId: id } };
  },
  "AWS::KMS::Alias": ({ text }) => ({ ref: text("AliasName"), attributes: {} }),
  "AWS::SecretsManager::Secret": ({ name }) => {
    const secretArn = arn("secretsmanager", `secret:${name("Name")}`);
    return { ref: secretArn, attributes: { Id: secretArn } };
  },
  "AWS::SQS::Queue": ({ name, local }) => {
    const queue = name("QueueName");
    const url = `${local.queueUrlBase}/${localAccountId}/${queue}`;
    return { ref: url, attributes: { Arn: arn("sqs", queue), QueueName: queue, QueueUrl: url } };
  },
  "AWS::Lambda::Function": ({ name }) => {
    const fn = name("FunctionName");
    return { ref: fn, attributes: { Arn: arn("lambda", `function:${fn}`) } };
  },
  "AWS::Lambda::EventSourceMapping": (naming) => ({ ref: uuid(naming), attributes: { Id: uuid(naming) } }),
  "AWS::Logs::LogGroup": ({ name }) => {
    const group = name("LogGroupName");
    return { ref: group, attributes: { Arn: `${arn("logs", `log-group:${group}`)}:*` } };
  },
  "AWS::IAM::Role": ({ name }) => {
    const role = name("RoleName");
    return { ref: role, attributes: { Arn: `arn:aws:iam::${localAccountId}:role/${role}`, RoleId: role } };
  },
  "AWS::Scheduler::ScheduleGroup": ({ name }) => {
    const group = name("Name");
    return { ref: group, attributes: { Arn: arn("scheduler", `schedule-group/${group}`) } };
  },
  "AWS::Scheduler::Schedule": ({ name }) => {
    const schedule = name("Name");
    return { ref: schedule, attributes: { Arn: arn("scheduler", `schedule/default/${schedule}`) } };
  },
  "AWS::ApiGateway::RestApi": (naming) => {
    const id = shortId(naming);
    return { ref: id, attributes: { RestApiId: id, RootResourceId: `${id}root` } };
  },
  "AWS::ApiGateway::Deployment": (naming) => ({
    ref: shortId(naming),
    attributes: { DeploymentId: shortId(naming) },
  }),
  "AWS::ApiGateway::Stage": ({ text }) => ({ ref: text("StageName"), attributes: {} }),
  "AWS::ApiGateway::Account": (naming) => ({ ref: shortId(naming), attributes: { Id: shortId(naming) } }),
  "AWS::CloudFront::Distribution": (naming) => {
    const id = shortId(naming).toUpperCase();
    return { ref: id, attributes: { Id: id, DomainName: naming.local.publicHost } };
  },
  "AWS::CloudFront::Function": ({ name }) => {
    const fn = `arn:aws:cloudfront::${localAccountId}:function/${name("Name")}`;
    return { ref: fn, attributes: { FunctionARN: fn } };
  },
  "AWS::S3::Bucket": ({ name }) => {
    const bucket = name("BucketName").toLowerCase();
    const domain = (region: string) => `${bucket}.s3${region}.amazonaws.com`;
    return {
      ref: bucket,
      attributes: {
        Arn: `arn:aws:s3:::${bucket}`,
        DomainName: domain(""),
        RegionalDomainName: domain(`.${localRegion}`),
      },
    };
  },
  "AWS::CloudWatch::Alarm": ({ name }) => {
    const alarm = name("AlarmName");
    return { ref: alarm, attributes: { Arn: arn("cloudwatch", `alarm:${alarm}`) } };
  },
  "AWS::SNS::Topic": ({ name }) => {
    const topic = name("TopicName");
    return { ref: arn("sns", topic), attributes: { TopicArn: arn("sns", topic), TopicName: topic } };
  },
};

/** Returns the identity of a resource. Types that this file does not list get an id made of stack and logical id. */
export function identify(
  resource: { stack: string; logicalId: string; type: string; properties: JsonObject },
  local: LocalAttributes,
  resolve: (value: Json) => Json,
): Identity {
  const given = (property: string): string | undefined => {
    const value = resource.properties[property];
    return value === undefined ? undefined : textAt({ value: resolve(value) }, "value");
  };
  const naming: Naming = {
    stack: resource.stack,
    logicalId: resource.logicalId,
    local,
    name: (property) => given(property) ?? generatedName(resource),
    text(property) {
      const value = given(property);
      if (value === undefined)
        throw new Error(`${resource.stack}/${resource.logicalId} (${resource.type}): ${property} is missing`);
      return value;
    },
  };
  const make = identities[resource.type];
  return make === undefined ? { ref: shortId(naming), attributes: { Id: shortId(naming) } } : make(naming);
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/pseudo-parameter-reference.html */
export function pseudoParameters(stack: string): Readonly<Record<string, string>> {
  return {
    "AWS::AccountId": localAccountId,
    "AWS::Partition": "aws",
    "AWS::Region": localRegion,
    "AWS::StackId": arn("cloudformation", `stack/${stack}/local`),
    "AWS::StackName": stack,
    "AWS::URLSuffix": "amazonaws.com",
  };
}

function arn(service: string, rest: string): string {
  return `arn:aws:${service}:${localRegion}:${localAccountId}:${rest}`;
}

/** A function's name has at most 64 characters. A longer name keeps its start and ends in a hash. */
function generatedName({ stack, logicalId }: { stack: string; logicalId: string }): string {
  const name = `${stack}-${logicalId}`;
  return name.length <= 64 ? name : `${name.slice(0, 55)}${digest(name).slice(0, 8)}`;
}

function shortId({ stack, logicalId }: Naming): string {
  return digest(`${stack}/${logicalId}`).slice(0, 10);
}

function uuid({ stack, logicalId }: Naming): string {
  const hex = digest(`${stack}/${logicalId}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
