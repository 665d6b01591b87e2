import { expect, it } from "vitest";
import { loadAssembly } from "../../lib/emulator/assembly.ts";
import { lambda, temporaryFolder, writeAssembly } from "../support/emulator/assembly-fixture.ts";

const local = { publicHost: "localhost:8443", queueUrlBase: "http://127.0.0.1:4566" };

const data = {
  Resources: {
    Table: {
      Type: "AWS::DynamoDB::Table",
      Properties: {
        AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      },
    },
  },
  Outputs: { T: { Value: { Ref: "Table" }, Export: { Name: "Data:Table" } } },
};

function withQueue(properties: object): string {
  return writeAssembly(temporaryFolder(), {
    S: { Resources: { Q: { Type: "AWS::SQS::Queue", Properties: properties } } },
  });
}

it("the emulator resolves every intrinsic function of a template to its local value", () => {
  const directory = writeAssembly(
    temporaryFolder(),
    {
      Data: data,
      Main: {
        Resources: {
          Queue: { Type: "AWS::SQS::Queue", Properties: { DelaySeconds: { Ref: "AWS::NoValue" } } },
          Edge: {
            Type: "AWS::CloudFront::Distribution",
            Properties: { DistributionConfig: { Enabled: true } },
          },
          Fn: lambda("fn", {
            Environment: {
              Variables: {
                TABLE: { "Fn::ImportValue": "Data:Table" },
                QUEUE_ARN: { "Fn::GetAtt": ["Queue", "Arn"] },
                QUEUE_URL: { Ref: "Queue" },
                PUBLIC_URL: { "Fn::Join": ["", ["https://", { "Fn::GetAtt": "Edge.DomainName" }]] },
                HOST: {
                  "Fn::Select": [2, { "Fn::Split": ["/", { "Fn::Join": ["/", ["https:", "", "a", "b"]] }] }],
                },
                SUB: { "Fn::Sub": ["${AWS::Region}-${X}-${Queue.QueueName}-${!Y}", { X: "x" }] },
              },
            },
          }),
        },
      },
    },
    { fn: "" },
  );
  const assembly = loadAssembly(directory, local);
  expect(assembly.find("Main", "Fn").properties["Environment"]).toEqual({
    Variables: {
      TABLE: "Data-Table",
      QUEUE_ARN: "arn:aws:sqs:us-east-1:000000000000:Main-Queue",
      QUEUE_URL: "http://127.0.0.1:4566/000000000000/Main-Queue",
      PUBLIC_URL: "https://localhost:8443",
      HOST: "a",
      SUB: "us-east-1-x-Main-Queue-${Y}",
    },
  });
  expect(assembly.find("Main", "Queue").properties).toEqual({});
  expect(assembly.find("Main", "Fn").assetDirectories).toEqual([`${directory}/asset.fn`]);
});

it("the emulator names an unknown property with its full path, at any depth", () => {
  expect(() => loadAssembly(withQueue({ FifoQueue: true }), local)).toThrow(
    "S/Q (AWS::SQS::Queue): the emulator does not know the property FifoQueue",
  );
  expect(() => loadAssembly(withQueue({ RedrivePolicy: { deadLetter: "x" } }), local)).toThrow(
    "RedrivePolicy.deadLetter",
  );
});

it("an unknown resource type, an unknown intrinsic function and a reference to nothing are errors", () => {
  const topic = { Type: "AWS::SNS::Subscription" };
  const directory = writeAssembly(temporaryFolder(), { S: { Resources: { T: topic } } });
  expect(() => loadAssembly(directory, local)).toThrow("S/T (AWS::SNS::Subscription)");
  expect(() => loadAssembly(withQueue({ QueueName: { "Fn::Base64": "x" } }), local)).toThrow("Fn::Base64");
  expect(() => loadAssembly(withQueue({ QueueName: { Ref: "Nobody" } }), local)).toThrow("Nobody");
  expect(() => loadAssembly(withQueue({ QueueName: { "Fn::ImportValue": "nothing" } }), local)).toThrow(
    "nothing",
  );
});

function withQueueNamed(name: object | string): string {
  const Resources = {
    Secret: { Type: "AWS::SecretsManager::Secret", Properties: { GenerateSecretString: {} } },
    Q: { Type: "AWS::SQS::Queue", Properties: { QueueName: name } },
  };
  return writeAssembly(temporaryFolder(), { S: { Resources } });
}

it("a dynamic reference to a secret gets its value, and any other dynamic reference is an error", () => {
  const withSecrets = { ...local, secretValue: (arn: string) => `value-of-${arn.split(":").at(-1)}` };
  const whole = {
    "Fn::Join": ["", ["a-{{resolve:secretsmanager:", { Ref: "Secret" }, ":SecretString:::}}"]],
  };
  const assembly = loadAssembly(withQueueNamed(whole), withSecrets);
  expect(assembly.find("S", "Q").properties["QueueName"]).toBe("a-value-of-S-Secret");
  expect(() => loadAssembly(withQueueNamed(whole), local)).toThrow("S/Q (AWS::SQS::Queue)");
  for (const reference of ["{{resolve:ssm:name}}", "{{resolve:secretsmanager:x:SecretString:key}}"])
    expect(() => loadAssembly(withQueueNamed(reference), withSecrets)).toThrow(reference);
});
