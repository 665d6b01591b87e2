import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import type { LocalTls } from "../emulator/tls.ts";

export interface OwnResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request without a body from this process to the service's own HTTPS port. Rejects when there is no response. */
export function requestOwnService(
  port: number,
  tls: Pick<LocalTls, "caFile">,
  { method, path, key }: { method: "GET" | "POST"; path: string; key: string },
): Promise<OwnResponse> {
  return new Promise((resolve, reject) => {
    request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        ca: readFileSync(tls.caFile),
        headers: { authorization: `Bearer ${key}` },
        agent: false,
      },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          body += chunk;
        });
        response.once("error", reject).once("end", () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        });
      },
    )
      .once("error", reject)
      .end();
  });
}
