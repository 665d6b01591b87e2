import { afterAll, expect, it } from "vitest";
import { isoTime } from "../../functions/domain/time.ts";
import { insertFeedEntry } from "../../functions/table/feeds.ts";
import { linkChange } from "../../functions/table/links.ts";
import { newFixtures } from "../support/api/fixtures.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";
import { testTimeMs } from "../support/table/entities.ts";
import { tableAt } from "../support/table/table.ts";

const client = openClient(provided("service"));
afterAll(() => client.close());

it("a link redirects to an address in any script, encoded as ASCII for the Location header", async () => {
  const { ids } = await newFixtures();
  const publishedAt = isoTime(testTimeMs);
  const entry = { postId: ids.pst, url: "https://example.com/", text: "", hashtags: [], publishedAt };
  const table = tableAt(provided("service").database);
  await insertFeedEntry(table, ids.brd, publishedAt, entry, [
    linkChange(entry.postId, "https://bücher.example/日本?ä=ö#ü\u202e"),
  ]);
  const { status, headers } = await client.call("GET", `/r/${ids.pst}`);
  expect(status).toBe(302);
  expect(headers["location"]).toBe(
    "https://xn--bcher-kva.example/%E6%97%A5%E6%9C%AC?%C3%A4=%C3%B6#%C3%BC%E2%80%AE",
  );
});
