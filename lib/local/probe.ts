import { readFileSync } from "node:fs";
import { request } from "node:https";
import type { LocalTls } from "../emulator/tls.ts";

const unauthorizedStatus = 401;

/** Returns whether the service accepts a key, with a request to its HTTPS port. Rejects when there is no response. */
export async function keyIsKnown(port: number, tls: LocalTls, key: string): Promise<boolean> {
  const status = await new Promise<number>((resolve, reject) => {
    request(
      {
        host: "127.0.0.1",
        port,
        path: "/v1/brands?limit=1",
        ca: readFileSync(tls.caFile),
        headers: { authorization: `Bearer ${key}` },
        agent: false,
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    )
      .once("error", reject)
      .end();
  });
  return status !== unauthorizedStatus;
}
