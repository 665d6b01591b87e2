import { dirname, resolve } from "node:path";
import { routes } from "../../functions/contract/routes.ts";
import type { ServiceFile } from "./service-file.ts";
import { defaultStateFolder } from "./start-options.ts";

/** Returns the message of a ready service: the dashboard, address, keys, lines to paste, and every path. */
export function readyMessage(
  service: ServiceFile,
  { serviceFile, sampleFeed, signInLink }: Record<"serviceFile" | "sampleFeed" | "signInLink", string>,
): string {
  const { url, httpUrl, keys, tls } = service;
  const get = `curl -sSw "\\n" --cacert ${quoted(tls.caFile)} -H 'Authorization: Bearer ${keys.write}'`;
  const send = `${get} -H 'Content-Type: application/json'`;
  const pipeline = JSON.stringify({
    name: "News",
    sources: [{ type: "feed", url: sampleFeed }],
    channels: ["feed"],
  });
  return `
The dashboard is at ${signInLink}
  The link signs you in as an admin, once, within five minutes. Another link: ${signInCommand(dirname(serviceFile))}
  The browser warns of the certificate: import the CA file below, or continue, which it allows because HSTS is off locally.

The service is ready at ${url} (plain HTTP: ${httpUrl}, redirects with 301). Ctrl-C ends it; its state stays.

  organization  ${service.organizationId}
  read key      ${keys.read}
  write key     ${keys.write}
  admin key     ${keys.admin}
  CA file       ${tls.caFile}
  all of this   ${serviceFile}

From a feed to a published post. Paste the lines one by one or all at once:

  : a brand, and a pipeline that reads a sample feed, which is available while the service runs
  BRAND=$(${send} ${url}/v1/brands -d '{"name":"Acme","timezone":"Europe/Berlin"}' | grep -o 'brd_[0-9A-Z]*' | head -n 1); echo $BRAND
  PIPELINE=$(${send} ${url}/v1/brands/$BRAND/pipelines -d '${pipeline}' | grep -o 'pip_[0-9A-Z]*' | head -n 1); echo $PIPELINE
  : a run, and the run again when it has posts
  RUN=$(${get} -X POST ${url}/v1/pipelines/$PIPELINE/runs | grep -o 'run_[0-9A-Z]*' | head -n 1); echo $RUN
  for i in 1 2 3 4 5 6 7 8 9; do ${get} ${url}/v1/runs/$RUN | grep '"outputs":\\["' && break; sleep 1; done
  : the posts that wait for approval, and the approval of one
  POST=$(${get} "${url}/v1/posts?status=pending&brandId=$BRAND" | grep -o 'pst_[0-9A-Z]*' | head -n 1); echo $POST
  ${get} -X POST ${url}/v1/posts/$POST/approve
  : the post when it is published, and the public feed of the brand with the post in it
  for i in 1 2 3 4 5 6 7 8 9; do ${get} ${url}/v1/posts/$POST | grep '"status":"published"' && break; sleep 1; done
  curl -sSw "\\n" --cacert ${quoted(tls.caFile)} ${url}/feeds/$BRAND.json

Every path:

${pathList()}`;
}

function signInCommand(stateDirectory: string): string {
  const isDefault = stateDirectory === resolve(defaultStateFolder);
  return `npm run admin -- sign-in-link${isDefault ? "" : ` --state ${quoted(stateDirectory)}`}`;
}

function pathList(): string {
  return Object.values(routes)
    .map(
      ({ method, path, access }) => `  ${method.padEnd(6)} ${path}${access === "public" ? "  (no key)" : ""}`,
    )
    .join("\n");
}

/** Quotes text for a POSIX shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
