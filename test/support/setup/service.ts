import { rmSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import type { TestProject } from "vitest/node";
import type { AccessKey } from "../../../lib/emulator/access-key.ts";
import { apiDomain } from "../../../lib/emulator/gateway/proxy-event.ts";
import { startService } from "../../../lib/local/start.ts";
import { openChannelEndpoint } from "./channel-endpoint.ts";
import { newMemoryFolder } from "./memory-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    service: {
      url: string;
      httpUrl: string;
      tls: { caFile: string; certFile: string; keyFile: string };
      stateDirectory: string;
      /** The origin of a brand's endpoint for the channel `webhook`: see `openChannelEndpoint`. */
      channelOrigin: string;
      /** The service's engine and table, for state that no endpoint can create. */
      database: { endpoint: string; tableName: string };
      /** The service's KMS and Lambda. */
      secrets: { endpoint: string; keyId: string; accessKey: AccessKey };
      /** The API's own address, past the distribution. */
      api: { domainName: string; stage: string };
    };
  }
}

/**
 * Four files at a time call all functions in turn, and some call one function many times at once. With fewer warm threads, a
 * third of the threads would be opened a second time.
 */
const warmThreadsMax = 200;

/**
 * Most functions are called a few times: V8's optimizing compilers would use more time than they save, and so would the
 * threads of the garbage collector, because the tests keep all processors busy. Together these flags save up to a fifth of
 * the processor time. The long tests call each function some hundred times, and there the optimizing compilers save a tenth.
 */
const v8Flags = ["--always-sparkplug", "--single-threaded-gc"];
const withoutOptimizing = ["--no-maglev", "--no-opt"];

/** Starts the whole service once for all tests that go through its gateway, with the real template and bundles. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const flags = project.name === "long" ? v8Flags : [...v8Flags, ...withoutOptimizing];
  for (const flag of flags) setFlagsFromString(flag);
  const stateDirectory = newMemoryFolder("content-pipeline-service-");
  const options = { stateDirectory, port: 0, httpPort: 0, speed: 1, database: "dynoxide", reset: false };
  const service = await startService(options, { log: () => undefined, warmThreadsMax });
  const { file, runtime } = service;
  const [table] = runtime.assembly.ofType("AWS::DynamoDB::Table");
  const [key] = runtime.assembly.ofType("AWS::KMS::Key");
  const [restApi] = runtime.assembly.ofType("AWS::ApiGateway::RestApi");
  const [stage] = runtime.assembly.ofType("AWS::ApiGateway::Stage");
  if (table === undefined || key === undefined || restApi === undefined || stage === undefined)
    throw new Error("the template has no table, key, API or stage");
  const { url, httpUrl, tls } = file;
  const database = { endpoint: runtime.endpoints.dynamodb, tableName: table.ref };
  const { endpoints, accessKey } = runtime;
  const secrets = { endpoint: endpoints.kms, keyId: key.attributes["Arn"] ?? key.ref, accessKey };
  const api = { domainName: apiDomain(restApi), stage: stage.ref };
  const endpoint = await openChannelEndpoint(tls);
  const { origin: channelOrigin } = endpoint;
  project.provide("service", {
    url,
    httpUrl,
    tls: { ...tls },
    stateDirectory,
    channelOrigin,
    database,
    secrets,
    api,
  });
  return async () => {
    endpoint.close();
    await service.stop();
    rmSync(stateDirectory, { recursive: true, force: true });
  };
}
