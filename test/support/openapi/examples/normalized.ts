import { exampleChannelUrl } from "../../../../lib/openapi/resources/channels.ts";
import { exampleWebhook } from "../../../../lib/openapi/resources/webhooks.ts";
import { provided } from "../../setup/provided.ts";
import { nowhere } from "./story.ts";

const id = /\b(org|key|brd|pip|run|pst|trd|whk|evt|dlv|dlt|rpl|cmt|hst|rvl)_[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g;
const isoTime = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const mailTime = /\b\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g;

/** Replaces what differs between an example and a response: ids, times, latencies, cursors, keys, signatures and the service's URL. */
export function normalized(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(provided("service").url, "https://localhost:8443")
    .replaceAll(new URL(provided("service").channelOrigin).host, new URL(exampleChannelUrl).host)
    .replaceAll(nowhere, exampleWebhook.url)
    .replaceAll(id, "$1_…")
    .replaceAll(isoTime, "a time")
    .replaceAll(mailTime, "a time")
    .replaceAll(/"latencyMs":\d+(?:\.\d+)?/g, '"latencyMs":0')
    .replaceAll(/"nextCursor":"[^"]+"/g, '"nextCursor":"…"')
    .replaceAll(/"key":"cps_\w{40,}"/g, '"key":"…"')
    .replaceAll(/#cpr_\w{40,}/g, "#…")
    .replaceAll(/v1=[0-9a-f]{64}/g, "v1=…");
  return JSON.parse(text);
}
