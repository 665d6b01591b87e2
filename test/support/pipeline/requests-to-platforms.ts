import { trusted } from "../../../functions/domain/trusted.ts";
import type { Credentials, Publishing, Verify } from "../../../functions/pipeline/channels/channel.ts";
import type { Table } from "../../../functions/table/store/table.ts";
import { aBrand, newId, testTimeMs } from "../table/entities.ts";

/** What a channel without a table of its own needs to publish or to measure a post with these credentials. */
export const publishingWith = (credentials: Credentials): Publishing => ({
  table: trusted<Table>(undefined),
  nowMs: testTimeMs,
  brand: aBrand(newId("org")),
  credentials,
  account: null,
  sessions: null,
  timeoutMs: 1_000,
  publicUrl: "https://localhost",
  allowLoopback: true,
});

/** Checks credentials. */
export const verified = (verify: Verify, credentials: Credentials) =>
  verify(credentials, {
    organizationId: newId("org"),
    brandId: newId("brd"),
    checkId: newId("evt"),
    nowMs: testTimeMs,
    timeoutMs: 1_000,
    allowLoopback: true,
  });

/** Everything that an error, its causes and its fields could show in a log. */
export function shownBy(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  const fields = JSON.stringify(Object.fromEntries(Object.entries(error)));
  return [error.message, error.stack, fields, shownBy(error.cause ?? null)].join("\n");
}
