import { afterAll, expect, it } from "vitest";
import { newFixtures } from "../support/api/fixtures.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 10_000 });
afterAll(() => client.close());

/** A channel in the list. */
const row = (channel: string, text: number, unit: string, status = "not_connected") => ({
  channel,
  status,
  account: null,
  limits: { text, unit, images: 4 },
  checkedAt: null,
  error: null,
});

it("the list has every channel with its limits: the feed is always connected, and the others only after they were connected", async () => {
  const { ids, keys } = await newFixtures();
  const { json } = await client.call("GET", `/v1/brands/${ids.emptyBrd}/channels`, { key: keys.read });
  expect(json).toEqual([
    row("feed", 500, "graphemes", "connected"),
    row("bluesky", 300, "graphemes"),
    row("mastodon", 500, "weighted"),
    row("ghost", 10_000, "code_points"),
    row("webhook", 10_000, "code_points"),
    row("telegram", 4_096, "utf16_units"),
    row("discord", 2_000, "utf16_units"),
    row("linkedin", 3_000, "utf16_units"),
  ]);
});
