// Starts a directory of accounts (PLC) and a personal data server (PDS) in the folder that is the first argument, writes
// the address of the PDS as one line of JSON, and runs until its standard input ends. The second argument is the secret of
// the sessions. With the URL of a PostgreSQL database as the third, it also starts an AppView, which the PDS then asks.

import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { envToCfg, envToSecrets, PDS, readEnv } from "@atproto/pds";
import { Database, PlcServer } from "@did-plc/server";

const [, , folder = "", jwtSecret = "", postgresUrl] = process.argv;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

const plcPort = await freePort();
await PlcServer.create({ db: Database.mock(), port: plcPort }).start();
const plcUrl = `http://localhost:${plcPort}`;

const port = await freePort();
const appView = postgresUrl === undefined ? undefined : await startedAppView(postgresUrl);
const environment = {
  ...readEnv(),
  port,
  devMode: true,
  dataDirectory: folder,
  blobstoreDiskLocation: join(folder, "blobs"),
  blobstoreDiskTmpLocation: join(folder, "temporary"),
  didPlcUrl: plcUrl,
  inviteRequired: false,
  // The limits of Bluesky's own servers.
  rateLimitsEnabled: true,
  jwtSecret,
  adminPassword: "administrator",
  plcRotationKeyK256PrivateKeyHex: "11".repeat(32),
  ...(appView !== undefined && { bskyAppViewUrl: appView.url, bskyAppViewDid: appView.serverDid }),
};
const pds = await PDS.create(envToCfg(environment), envToSecrets(environment));
await pds.start();
console.log(JSON.stringify({ url: `http://localhost:${port}` }));

async function startedAppView(databaseUrl) {
  // Its packages are installed only for the tests that need them.
  const { startAppView } = await import("../appview/start-app-view.js");
  const ports = { appView: await freePort(), dataPlane: await freePort() };
  return startAppView({ plcUrl, pdsPort: port, postgresUrl: databaseUrl, ports });
}

await once(process.stdin.resume(), "end");
await appView?.stop();
process.exit();
