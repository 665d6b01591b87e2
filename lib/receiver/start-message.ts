import { webhook } from "../../functions/contract/schemas/webhook.ts";
import type { LocalService } from "./local-service.ts";

/** Returns the message of a ready receiver: its URL, and lines to paste that subscribe it and send it an event. */
export function startMessage(service: LocalService, port: number, secret: string | null): string {
  const subscription = JSON.stringify({
    url: `https://localhost:${port}/hook`,
    events: webhook.shape.events.def.element.options,
    ...(secret !== null && { secret }),
  });
  const call = `curl -sSw "\\n" --cacert ${quoted(service.caFile)} -H 'Authorization: Bearer ${service.writeKey}'`;
  const idle = service.isRunning
    ? ""
    : "\nThe service is not running: start it with npm start before you paste.\n";
  const unchecked =
    secret === null
      ? "\nSignatures are not checked, because there is no --secret. Every event is accepted.\n"
      : "";
  return `
Receiving at https://localhost:${port}/hook. Ctrl-C ends it.
${idle}${unchecked}
Subscribe it, and send it a test event:

  WEBHOOK=$(${call} -H 'Content-Type: application/json' ${service.url}/v1/webhooks -d ${quoted(subscription)} | grep -o 'whk_[0-9A-Z]*' | head -n 1); echo $WEBHOOK
  ${call} -X POST ${service.url}/v1/webhooks/$WEBHOOK/test
`;
}

/** Quotes text for a POSIX shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
