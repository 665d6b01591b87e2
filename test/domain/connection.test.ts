import { expect, it } from "vitest";
import {
  type Connection,
  channelView,
  checkedConnection,
  checkMessage,
  openConnection,
  type Verification,
} from "../../functions/domain/connection.ts";
import { dayMs, isoTime } from "../../functions/domain/time.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";

const limits = { text: 10_000, unit: "graphemes" as const, images: 4 };
const account = { id: "flows.example", name: "flows.example", url: "https://flows.example/" };
const verified = { outcome: "verified", account, limits } as const;
const rejected = { outcome: "rejected", reason: "Status 410." } as const;
const unavailable = { outcome: "unavailable", reason: "Status 500." } as const;

const ref = { organizationId: newId("org"), brandId: newId("brd"), channel: "webhook" as const };
const opened = openConnection(ref, verified, "sealed", testTimeMs);

/** Checks a connection once a day with these results. Returns what each check stores. */
function checks(...results: readonly Verification[]) {
  let connection: Connection = opened;
  return results.map((result, index) => {
    const checked = checkedConnection(connection, result, newId, testTimeMs + (index + 1) * dayMs);
    ({ connection } = checked);
    const events = checked.messages.map(({ body }) => (body.kind === "event.fan-out" ? body.event : null));
    return { status: connection.status, error: connection.error?.code ?? null, events };
  });
}

it("a new connection is checked a day later", () => {
  expect(opened).toMatchObject({ status: "connected", checkedAt: isoTime(testTimeMs), error: null });
  expect(checkMessage(opened)).toMatchObject({
    queue: "channel-checks",
    body: { ...ref, at: isoTime(testTimeMs + dayMs) },
    notBeforeMs: testTimeMs + dayMs,
  });
});

it("each loss of a connection sends channel.disconnected once, whatever later checks find", () => {
  const found = checks(rejected, rejected, unavailable, verified, verified, rejected);
  expect(found.map(({ status }) => status)).toEqual([
    "error",
    "error",
    "error",
    "connected",
    "connected",
    "error",
  ]);
  expect(found.map(({ events }) => events.length)).toEqual([1, 0, 0, 0, 0, 1]);
  expect(found[0]?.events[0]).toMatchObject({
    type: "channel.disconnected",
    data: {
      organizationId: ref.organizationId,
      brandId: ref.brandId,
      channel: "webhook",
      reason: { code: "credentials_invalid", message: "Status 410." },
      disconnectedAt: isoTime(testTimeMs + dayMs),
    },
  });
});

it("a check without a clear response keeps the status, and says why until a check succeeds", () => {
  expect(checks(unavailable, verified)).toEqual([
    { status: "connected", error: "channel_unavailable", events: [] },
    { status: "connected", error: null, events: [] },
  ]);
});

it("a check without a clear response keeps the reason of a loss", () => {
  expect(checks(rejected, unavailable)).toMatchObject([{}, { error: "credentials_invalid" }]);
});

it("clients see no credentials of a connection, and nothing of a channel that is not connected", () => {
  expect(JSON.stringify(channelView("webhook", limits, opened))).not.toContain("sealed");
  const none = { limits, account: null, checkedAt: null, error: null };
  expect(channelView("webhook", limits, null)).toEqual({
    channel: "webhook",
    status: "not_connected",
    ...none,
  });
  expect(channelView("feed", limits, null)).toEqual({ channel: "feed", status: "connected", ...none });
});
