import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { serveFeed } from "../demo/feed-server.ts";
import type { AccessKey } from "../emulator/access-key.ts";
import { isDiskFull } from "../emulator/disk-space.ts";
import { startGateway } from "../emulator/gateway.ts";
import type { Endpoints } from "../emulator/lambda/environment.ts";
import { type Listeners, openListeners } from "../emulator/listeners.ts";
import type { Runtime } from "../emulator/runtime.ts";
import { ensureTls, type LocalTls } from "../emulator/tls.ts";
import { openControl } from "./control.ts";
import { createOrganization, invokeOperatorFunction } from "./operator.ts";
import { requestOwnService } from "./own-request.ts";
import { keyIsKnown } from "./probe.ts";
import {
  markNotReady,
  type Organization,
  readOrganization,
  type ServiceFile,
  writeServiceFile,
} from "./service-file.ts";
import { caName, type ServiceRuntimeOptions, startServiceRuntime } from "./service-runtime.ts";
import { withSignIn } from "./sign-in.ts";
import { withSignInLinkCall } from "./sign-in-command.ts";
import { openSignInLinks } from "./sign-in-links.ts";
import type { StartOptions } from "./start-options.ts";
import { explained, lockStateFolder } from "./state-folder.ts";
import { synthesize } from "./synthesize.ts";

/** A running service. */
export interface Service {
  file: ServiceFile;
  /** The URL of a sample feed, available while the service runs. */
  sampleFeedUrl: string;
  /** The path of service.json. */
  filePath: string;
  /** Returns a link that signs a browser in as an admin of the organization, once and within five minutes. */
  newSignInLink(): string;
  runtime: Runtime;
  /** Ends it within 5 s. Unfinished work continues at the next start. */
  stop(): Promise<void>;
}

/** What a process that forks `npm start`'s program receives when the service is ready. */
export interface ReadyNotice {
  file: ServiceFile;
  /** The URLs of the emulated AWS services, and the key with which requests to them are signed. */
  endpoints: Endpoints;
  accessKey: AccessKey;
}

const requestGraceMs = 1000;
/** Browsers would reject plain HTTP on every other port of localhost, the service's own included. */
const strictTransportSecurity = "max-age=0";

/**
 * Synthesizes the CDK app and runs its template behind both ports. If it fails or `signal` aborts, it ends everything that it
 * has started, and rejects with an Error whose message is for the person at the terminal.
 */
export async function startService(
  options: StartOptions,
  {
    log,
    signal,
    between,
    warmThreadsMax,
  }: Pick<ServiceRuntimeOptions, "log" | "between" | "warmThreadsMax"> & { signal?: AbortSignal },
): Promise<Service> {
  const { stateDirectory } = options;
  const endings: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  };
  try {
    const folder = lockStateFolder(stateDirectory, options);
    endings.push(() => folder.release());
    markNotReady(stateDirectory);
    // The ports first, because a port in use should be reported before the slow steps.
    const tls = await ensureTls(stateDirectory, { caName, log });
    const listeners = await openListeners({
      ...options,
      ...tls,
      portNames: { port: "--port", httpPort: "--http-port" },
    });
    endings.push(() => listeners.close(requestGraceMs));
    // After the ports of the options, which must be free for them.
    const sampleFeed = await serveFeed(options.httpPort === 0 ? 0 : options.httpPort + 1);
    endings.push(() => sampleFeed.close());

    const assemblyDirectory = join(stateDirectory, "assembly");
    await synthesize(assemblyDirectory, {
      ...(signal !== undefined && { signal }),
      onMake: () => log("Bundling the functions and synthesizing the stacks …"),
    });
    signal?.throwIfAborted();

    log(`Starting the engines (${options.database}) …`);
    const publicHost = `localhost:${listeners.port}`;
    const runtime = await startServiceRuntime({
      assemblyDirectory,
      stateDirectory,
      speed: options.speed,
      database: options.database,
      publicHost,
      extraCaFile: tls.caFile,
      ...(between !== undefined && { between }),
      ...(warmThreadsMax !== undefined && { warmThreadsMax }),
      log,
    });
    endings.push(() => runtime.stop());
    // Ends before the functions, so running requests get their responses.
    endings.push(() => listeners.close(requestGraceMs));
    const gateway = startGateway({
      assembly: runtime.assembly,
      invoke: (functionArn, event) => runtime.invoke(functionArn, event),
      now: () => runtime.clock.now(),
      publicHost,
      strictTransportSecurity,
      log,
    });
    // Five minutes of a person, whatever the speed of the service's clock.
    const links = openSignInLinks({ origin: `https://${publicHost}`, nowMs: () => performance.now() });
    const openSession = (key: string) =>
      requestOwnService(listeners.port, tls, { method: "POST", path: "/v1/session", key });
    listeners.serve(withSignIn(gateway, { links, openSession, publicHost, strictTransportSecurity, log }));
    const organization = await organizationOfFolder(stateDirectory, runtime, listeners, tls, log);
    const newSignInLink = () => links.issue(organization.keys.admin);
    const control = await openControl(
      stateDirectory,
      withSignInLinkCall(newSignInLink, (name, event) => invokeOperatorFunction(runtime, name, event)),
    );
    endings.push(() => control.close());
    signal?.throwIfAborted();

    const file: ServiceFile = {
      url: `https://localhost:${listeners.port}`,
      httpUrl: `http://localhost:${listeners.httpPort}`,
      tls: { caFile: tls.caFile, certFile: tls.certFile, keyFile: tls.keyFile },
      ...organization,
      pid: process.pid,
    };
    writeServiceFile(stateDirectory, file);
    endings.push(() => {
      try {
        markNotReady(stateDirectory);
      } catch (error) {
        // The rest must end all the same. The next start removes the pid.
        if (!isDiskFull(error)) throw error;
      }
    });
    return {
      file,
      sampleFeedUrl: sampleFeed.url,
      filePath: join(stateDirectory, "service.json"),
      newSignInLink,
      runtime,
      stop,
    };
  } catch (error) {
    await stop();
    throw explained(error, stateDirectory);
  }
}

/** Returns the organization of earlier runs if the database knows its keys, else a new one. */
async function organizationOfFolder(
  stateDirectory: string,
  runtime: Runtime,
  listeners: Listeners,
  tls: LocalTls,
  log: (line: string) => void,
): Promise<Organization> {
  const earlier = readOrganization(stateDirectory);
  if (earlier !== undefined && (await keyIsKnown(listeners.port, tls, earlier.keys.read))) return earlier;
  if (existsSync(join(stateDirectory, "service.json")))
    log("This database does not know the keys of service.json: a new organization is made.");
  return createOrganization(runtime, "Local");
}
