import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { asText, parseJson, textAt, valueAt } from "../emulator/json.ts";
import type { ServiceFile } from "../local/service-file.ts";
import { readBody } from "../receiver/read-body.ts";
import { checkSignature } from "../receiver/verify.ts";
import { listen } from "./listen.ts";

/** The brand's own endpoint, to which the channel `webhook` sends posts, and what it has received. */
export interface ChannelEndpoint {
  url: string;
  secret: string;
  received: {
    /** The id of the post. It identifies the post however often it is sent. */
    postId: string;
    text: string;
    /** Whether its signature is valid. */
    verified: boolean;
  }[];
  close: () => void;
}

/** Serves an endpoint for the channel `webhook` over HTTPS on a free port of loopback. It accepts every post. */
export async function serveChannel(
  { certFile, keyFile }: Pick<ServiceFile["tls"], "certFile" | "keyFile">,
  secret: string,
): Promise<ChannelEndpoint> {
  const received: ChannelEndpoint["received"] = [];

  async function accept({ headers }: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const notice = parseJson(body.toString("utf8"), "the post");
    // The check of the connection is no post.
    if (textAt(notice, "type") !== "channel.post") return void response.writeHead(204).end();
    const postId = String(headers["idempotency-key"]);
    const text = asText(valueAt(notice, "data", "text") ?? null);
    received.push({ postId, text, verified: checkSignature(body, headers, secret).outcome === "valid" });
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ externalUrl: `${origin}/posts/${postId}` }));
  }

  const server = createServer(
    { cert: readFileSync(certFile), key: readFileSync(keyFile) },
    (request, response) => {
      const accepted = readBody(request).then((body) => accept(request, response, body ?? Buffer.alloc(0)));
      // The request was cut off, as by a service that is killed.
      accepted.catch(() => response.destroy());
    },
  );
  const origin = `https://localhost:${await listen(server)}`;
  return {
    url: `${origin}/in`,
    secret,
    received,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
