import type { LocalTls } from "../emulator/tls.ts";
import { requestOwnService } from "./own-request.ts";

const unauthorizedStatus = 401;

/** Returns whether the service accepts a key, with a request to its HTTPS port. Rejects when there is no response. */
export async function keyIsKnown(port: number, tls: LocalTls, key: string): Promise<boolean> {
  const { status } = await requestOwnService(port, tls, { method: "GET", path: "/v1/brands?limit=1", key });
  return status !== unauthorizedStatus;
}
