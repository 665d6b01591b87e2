import { channelRoutes } from "../contract/routes/channels.ts";
import { assertConnectable, channelView, openConnection } from "../domain/connection.ts";
import { notFound, unprocessable } from "../domain/errors.ts";
import { fieldOf } from "../domain/field-of.ts";
import { urlProblems } from "../http/url-problems.ts";
import { sealCredentials } from "../pipeline/channels/credentials.ts";
import { verifiers, verifyTimeoutMs } from "../pipeline/channels/verifiers.ts";
import { endpoint } from "../platform/endpoint.ts";
import { allowsLoopback } from "../platform/environment.ts";
import { openSecretBox } from "../platform/secrets.ts";
import { readBrand } from "../table/brands.ts";
import { readConnection, storeConnection } from "../table/connections.ts";
import { conflict, retryOnConflict } from "../table/store/optimistic-lock.ts";
import { alreadyApplied } from "../table/store/table.ts";

const secrets = openSecretBox();

/** The URLs among the credentials of any channel. */
const urlsIn = (body: unknown) =>
  Object.fromEntries(["service", "instance", "url", "webhookUrl"].map((name) => [name, fieldOf(body, name)]));

export const handler = endpoint(
  channelRoutes.connectChannel,
  async ({ caller, id: brandId, channel, body }, { table, nowMs, newId }) => {
    const { organizationId } = caller;
    if ((await readBrand(table, organizationId, brandId)) === null) throw notFound("brand");
    assertConnectable(channel, "connected");
    const ref = { organizationId, brandId, channel };
    const verification = await verifiers[channel](body, {
      organizationId,
      brandId,
      checkId: newId("evt"),
      nowMs: nowMs(),
      timeoutMs: verifyTimeoutMs,
      allowLoopback: allowsLoopback(),
    });
    if (verification.outcome !== "verified") throw unprocessable(verification.reason);
    const sealed = await sealCredentials(body, ref, secrets);
    const connection = openConnection(ref, verification, sealed, nowMs());
    const view = channelView(channel, connection.limits, connection);
    return retryOnConflict(async () => {
      const known = await readConnection(table, ref);
      // The first try of this write was stored, and its response was lost.
      if (known !== null && alreadyApplied(table, known)) return view;
      return (await storeConnection(table, known, connection)) ? view : conflict;
    });
  },
  { alsoCheck: (body) => urlProblems(urlsIn(body), { allowLoopback: allowsLoopback() }) },
);
