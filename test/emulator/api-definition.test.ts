import { expect, it } from "vitest";
import { loadAssembly } from "../../lib/emulator/assembly.ts";
import { startGateway } from "../../lib/emulator/gateway.ts";
import { lambda, temporaryFolder, writeAssembly } from "../support/emulator/assembly-fixture.ts";

const publicHost = "localhost:8443";
const functionArn = { "Fn::GetAtt": ["Fn", "Arn"] };

const integration = {
  type: "aws_proxy",
  httpMethod: "POST",
  uri: {
    "Fn::Sub": "arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${Fn.Arn}/invocations",
  },
  credentials: { "Fn::GetAtt": ["Role", "Arn"] },
};

function allow(Action: string, rest: object): object {
  return { Statement: [{ Effect: "Allow", Action, ...rest }] };
}

const role = {
  AssumeRolePolicyDocument: allow("sts:AssumeRole", { Principal: { Service: "apigateway.amazonaws.com" } }),
  Policies: [{ PolicyDocument: allow("lambda:InvokeFunction", { Resource: functionArn }) }],
};

/** Starts a gateway on an API with one method, whose operation and role have these changes. */
function startWith(changes: { operation?: object; integration?: object; role?: object } = {}): void {
  const get = {
    responses: {},
    "x-amazon-apigateway-integration": { ...integration, ...changes.integration },
    ...changes.operation,
  };
  const resources = {
    Fn: lambda("fn"),
    Role: { Type: "AWS::IAM::Role", Properties: { ...role, ...changes.role } },
    Api: {
      Type: "AWS::ApiGateway::RestApi",
      Properties: { Body: { openapi: "3.0.1", paths: { "/things/{id}": { get } } } },
    },
    Stage: {
      Type: "AWS::ApiGateway::Stage",
      Properties: { RestApiId: { Ref: "Api" }, StageName: "live" },
    },
    Edge: {
      Type: "AWS::CloudFront::Distribution",
      Properties: {
        DistributionConfig: {
          DefaultCacheBehavior: {
            AllowedMethods: ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"],
            ViewerProtocolPolicy: "allow-all",
          },
          Origins: [
            {
              DomainName: { "Fn::Join": [".", [{ Ref: "Api" }, "execute-api.us-east-1.amazonaws.com"]] },
              OriginPath: "/live",
            },
          ],
        },
      },
    },
  };
  const directory = writeAssembly(temporaryFolder(), { S: { Resources: resources } }, { fn: "" });
  startGateway({
    assembly: loadAssembly(directory, { publicHost, queueUrlBase: "http://127.0.0.1:1" }),
    invoke: () => Promise.reject(new Error("no request was sent")),
    now: () => 0,
    publicHost,
    log: () => undefined,
  });
}

it("the gateway starts when the role of each integration allows it to invoke its function", () => {
  expect(() => startWith()).not.toThrow();
});

it.each([
  ["is not set", undefined],
  ["is not a role of the template", "arn:aws:iam::000000000000:role/other"],
])("the gateway does not start when the role of an integration %s", (_, credentials) => {
  expect(() => startWith({ integration: { credentials } })).toThrow(
    "S/Api (AWS::ApiGateway::RestApi): /things/{id}: the credentials of its integration are not a role of the template",
  );
});

it("the gateway does not start when API Gateway cannot assume the role of an integration", () => {
  const AssumeRolePolicyDocument = allow("sts:AssumeRole", {
    Principal: { Service: "lambda.amazonaws.com" },
  });
  expect(() => startWith({ role: { AssumeRolePolicyDocument } })).toThrow("cannot assume its role Role");
});

it.each([
  [
    "another function",
    allow("lambda:InvokeFunction", { Resource: "arn:aws:lambda:us-east-1:0:function:other" }),
  ],
  ["another action", allow("lambda:GetFunction", { Resource: functionArn })],
  [
    "no function, but denies it",
    { Statement: [{ Effect: "Deny", Action: "lambda:InvokeFunction", Resource: functionArn }] },
  ],
])("the gateway does not start when the role of an integration allows %s", (_, PolicyDocument) => {
  expect(() => startWith({ role: { Policies: [{ PolicyDocument }] } })).toThrow(
    "its role Role does not allow it to invoke its function",
  );
});

it.each([
  ["security", { operation: { security: [{ key: [] }] } }],
  ["x-amazon-apigateway-integration.requestTemplates", { integration: { requestTemplates: {} } }],
])("the gateway does not start on an operation with %s, which it does not know", (property, changes) => {
  expect(() => startWith(changes)).toThrow(`Body.paths./things/{id}.get.${property}`);
});

it("the gateway does not start on an integration that is not a proxy of a function", () => {
  expect(() => startWith({ integration: { type: "http_proxy" } })).toThrow(
    "the emulator knows only proxy integrations of functions",
  );
});
