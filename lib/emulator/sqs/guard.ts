import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:net";
import { type AccessKey, isSignedWith } from "../access-key.ts";
import { crossSiteProblem } from "../request-origin.ts";

/**
 * Checks each request of an HTTP server before the server's own listeners get it: only POST, signed with the access key, and
 * not of a web page. The body is not compared with its signed hash, because the server reads it.
 */
export function guardRequests(server: Server, accessKey: AccessKey): void {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const problem = problemOf(request, accessKey);
    if (problem === undefined) {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
      return;
    }
    // An unread body would block the connection for the next request.
    request.resume();
    response.writeHead(403, { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify({ __type: "com.amazonaws.sqs#InvalidSecurity", message: problem }));
  });
}

function problemOf(request: IncomingMessage, accessKey: AccessKey): string | undefined {
  if (request.method !== "POST") return "Only POST is allowed.";
  const problem = crossSiteProblem(request);
  if (problem !== undefined) return problem;
  return isSignedWith(accessKey, request)
    ? undefined
    : "The request is not signed with the access key of this runtime.";
}
