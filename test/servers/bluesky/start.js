// Starts a directory of accounts (PLC) and a personal data server (PDS) in the folder that is the first argument, writes
// the address of the PDS as one line of JSON, and runs until its standard input ends.

import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { envToCfg, envToSecrets, PDS, readEnv } from "@atproto/pds";
import { Database, PlcServer } from "@did-plc/server";

const [, , folder = "", jwtSecret = ""] = process.argv;

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

const port = await freePort();
const environment = {
  ...readEnv(),
  port,
  devMode: true,
  dataDirectory: folder,
  blobstoreDiskLocation: join(folder, "blobs"),
  blobstoreDiskTmpLocation: join(folder, "temporary"),
  didPlcUrl: `http://localhost:${plcPort}`,
  inviteRequired: false,
  // The limits of Bluesky's own servers.
  rateLimitsEnabled: true,
  jwtSecret,
  adminPassword: "administrator",
  plcRotationKeyK256PrivateKeyHex: "11".repeat(32),
};
const pds = await PDS.create(envToCfg(environment), envToSecrets(environment));
await pds.start();
console.log(JSON.stringify({ url: `http://localhost:${port}` }));

process.stdin.resume().on("end", () => process.exit());
