import { afterAll, expect, it } from "vitest";
import { newFixtures } from "../support/api/fixtures.ts";
import { errorFaults, fieldsOf } from "../support/api/responses.ts";
import { openClient } from "../support/client/checked-client.ts";
import { provided } from "../support/setup/provided.ts";

const client = openClient(provided("service"), { timeoutMs: 10_000 });
afterAll(() => client.close());

const bluesky = { service: "https://bsky.social", identifier: "acme.bsky.social", password: "secret" };

it.each<[string, Record<string, unknown>, string[]]>([
  ["bluesky", {}, ["identifier", "password", "service"]],
  ["bluesky", { ...bluesky, service: "https://10.0.0.1" }, ["service"]],
  ["bluesky", { ...bluesky, service: "http://bsky.social" }, ["service"]],
  ["bluesky", { ...bluesky, service: "https://bsky.social/xrpc" }, ["service"]],
  ["bluesky", { ...bluesky, identifier: "" }, ["identifier"]],
  ["bluesky", { ...bluesky, languages: ["en", "de", "fr", "es"] }, ["languages"]],
  ["bluesky", { ...bluesky, languages: ["English"] }, ["languages[0]"]],
  ["telegram", {}, ["botToken", "chatId"]],
  ["telegram", { botToken: `1:${"a".repeat(34)}`, chatId: "acme" }, ["botToken", "chatId"]],
  ["telegram", { botToken: `1:${"a".repeat(34)}/`, chatId: "@a" }, ["botToken", "chatId"]],
  ["telegram", { botToken: `a:${"a".repeat(35)}`, chatId: 1.5 }, ["botToken", "chatId"]],
  ["telegram", { botToken: `1:${"a".repeat(35)}`, chatId: "-" }, ["chatId"]],
  ["telegram", { botToken: `1:${"a".repeat(35)}`, chatId: true }, ["chatId"]],
  ["linkedin", {}, ["accessToken", "author"]],
  ["linkedin", { accessToken: "", author: "urn:li:person:" }, ["accessToken", "author"]],
  ["linkedin", { accessToken: "a b", author: "urn:li:organization:acme" }, ["accessToken", "author"]],
  ["linkedin", { accessToken: "a\r\nb", author: "urn:li:share:1" }, ["accessToken", "author"]],
  ["linkedin", { accessToken: "a", author: "urn:li:person:a", version: "2026" }, ["version"]],
  ["linkedin", { accessToken: "a", author: "urn:li:person:a", version: "202613" }, ["version"]],
])("the channel %s cannot be connected with %j", async (channel, body, fields) => {
  const { ids, keys } = await newFixtures();
  const response = await client.call("PUT", `/v1/brands/${ids.emptyBrd}/channels/${channel}`, {
    key: keys.write,
    body,
  });
  expect(errorFaults(response, 400)).toEqual([]);
  expect(fieldsOf(response).toSorted()).toEqual(fields);
});
