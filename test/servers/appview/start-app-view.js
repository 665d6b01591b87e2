import { randomBytes } from "node:crypto";
import { BskyAppView, Database, DataPlaneServer, RepoSubscription, ServerConfig } from "@atproto/bsky";
import { Secp256k1Keypair } from "@atproto/crypto";
import { Client } from "@did-plc/lib";

/**
 * Starts an AppView that indexes the records of one PDS in a schema of its own, which it deletes when it stops.
 * @param {{ plcUrl: string, pdsPort: number, postgresUrl: string, ports: { appView: number, dataPlane: number } }} options
 */
export async function startAppView({ plcUrl, pdsPort, postgresUrl, ports }) {
  const url = `http://localhost:${ports.appView}`;
  const signingKey = await Secp256k1Keypair.create();
  const serverDid = await registered(new Client(plcUrl), signingKey, url);
  // The name of a schema has only letters.
  const schema = `appview_${Array.from(randomBytes(16), (byte) => String.fromCharCode(97 + (byte % 26))).join("")}`;
  const db = new Database({ url: postgresUrl, schema, poolSize: 10 });
  await db.migrateToLatestOrThrow();
  const dataPlane = await DataPlaneServer.create(db, ports.dataPlane, plcUrl, fetch);
  const config = new ServerConfig({
    version: "test",
    port: ports.appView,
    publicUrl: url,
    didPlcUrl: plcUrl,
    serverDid,
    alternateAudienceDids: [],
    dataplaneUrls: [`http://localhost:${ports.dataPlane}`],
    dataplaneHttpVersion: "1.1",
    // Nothing that the tests read comes from these.
    bsyncUrl: "http://localhost:1",
    bsyncApiKey: "none",
    bsyncHttpVersion: "1.1",
    modServiceDid: "did:example:none",
    labelsFromIssuerDids: [],
    etcdHosts: [],
    bigThreadUris: new Set(),
    maxThreadParents: 50,
    disableSsrfProtection: true,
    searchTagsHide: new Set(),
    searchTagsHideAll: new Set(),
    threadTagsBumpDown: new Set(),
    threadTagsHide: new Set(),
    visibilityTagHide: "",
    visibilityTagRankPrefix: "",
    debugFieldAllowedDids: new Set(),
    draftsLimit: 500,
    feedGenSkeletonTimeout: 5_000,
    adminPasswords: ["administrator"],
  });
  const server = BskyAppView.create({ config, signingKey });
  const subscription = new RepoSubscription({
    service: `ws://localhost:${pdsPort}`,
    db,
    idResolver: dataPlane.idResolver,
  });
  await server.start();
  void subscription.start();
  return {
    url,
    serverDid,
    async stop() {
      await server.destroy();
      await dataPlane.destroy();
      await subscription.destroy();
      await db.pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await db.close();
    },
  };
}

/** Registers the AppView in the directory of accounts. Returns its id. */
async function registered(plc, signingKey, endpoint) {
  const did = await plc.createDid({
    signingKey: signingKey.did(),
    rotationKeys: [signingKey.did()],
    handle: "appview.test",
    pds: endpoint,
    signer: signingKey,
  });
  await plc.updateData(did, signingKey, (data) => ({
    ...data,
    services: { ...data.services, bsky_appview: { type: "BskyAppView", endpoint } },
  }));
  return did;
}
