import { routes } from "../../functions/contract/routes.ts";
import type { ServiceFile } from "./service-file.ts";

/** A feed that anybody can read, for the first pipeline that someone makes by hand. */
const EXAMPLE_FEED = "https://feeds.bbci.co.uk/news/technology/rss.xml";

/** What a person needs when the service is ready: address, keys, lines to paste, and every path. */
export function readyMessage(service: ServiceFile, serviceFile: string): string {
  const { url, httpUrl, keys, tls } = service;
  const ask = `curl -sS --cacert ${quoted(tls.caFile)} -H 'Authorization: Bearer ${keys.write}'`;
  const send = `${ask} -H 'Content-Type: application/json'`;
  const pipeline = JSON.stringify({
    name: "News",
    sources: [{ type: "feed", url: EXAMPLE_FEED }],
    channels: ["feed"],
  });
  return `
The service is ready at ${url} (plain HTTP: ${httpUrl}, answers 301). Ctrl-C ends it; its state stays.

  organization  ${service.organizationId}
  read key      ${keys.read}
  write key     ${keys.write}
  admin key     ${keys.admin}
  CA file       ${tls.caFile}
  all of this   ${serviceFile}

From a feed to a published post; each line can be pasted as it is:

  # a brand, and a pipeline that reads a feed
  BRAND=$(${send} ${url}/v1/brands -d '{"name":"Acme","timezone":"Europe/Berlin"}' | grep -o 'brd_[0-9A-Z]*' | head -n 1); echo $BRAND
  PIPELINE=$(${send} ${url}/v1/brands/$BRAND/pipelines -d '${pipeline}' | grep -o 'pip_[0-9A-Z]*' | head -n 1); echo $PIPELINE
  # a run, and its state
  RUN=$(${ask} -X POST ${url}/v1/pipelines/$PIPELINE/runs | grep -o 'run_[0-9A-Z]*' | head -n 1); echo $RUN
  ${ask} ${url}/v1/runs/$RUN
  # the posts that wait for approval, and the approval of one
  POST=$(${ask} "${url}/v1/posts?status=pending&brandId=$BRAND" | grep -o 'pst_[0-9A-Z]*' | head -n 1); echo $POST
  ${ask} -X POST ${url}/v1/posts/$POST/approve
  # the brand's public feed, with the post in it
  curl -sS --cacert ${quoted(tls.caFile)} ${url}/feeds/$BRAND.json

Every path:

${pathList()}`;
}

function pathList(): string {
  return Object.values(routes)
    .map(
      ({ method, path, access }) => `  ${method.padEnd(6)} ${path}${access === "public" ? "  (no key)" : ""}`,
    )
    .join("\n");
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
