import { randomBytes } from "node:crypto";
import { hourMs } from "../../../functions/domain/time.ts";
import { newApiKey, newSessionToken } from "../../../functions/platform/api-key.ts";
import { storeSession } from "../api/sessions.ts";
import type { Caller } from "./tenancy-cases.ts";
import { newInvalidKeys, type Tenant } from "./tenant.ts";

/**
 * Returns one caller for each kind of `Authorization` header and of session cookie. The callers with a role come first. The
 * service resolves a cookie to its key once for all operations, so a caller by cookie sends the common cases only.
 */
export async function callersOf(ownTenant: Tenant): Promise<Caller[]> {
  const { revoked, expired } = await newInvalidKeys(ownTenant);
  const { read, write, admin } = ownTenant.keys;
  const headers = {
    "an empty header": "",
    "a header without a key": "Bearer",
    "a key without its scheme": admin,
    "another scheme": `Basic ${admin}`,
    "two keys": `Bearer ${admin} ${admin}`,
    "a key with a wrong checksum": `Bearer ${admin.slice(0, -1)}${admin.endsWith("a") ? "b" : "a"}`,
    "a key in another case": `Bearer ${admin.toUpperCase()}`,
    "an unknown key": `Bearer ${newApiKey()}`,
    "a revoked key": `Bearer ${revoked}`,
    "an expired key": `Bearer ${expired}`,
  };
  return [
    { name: "its read key", headers: bearer(read), role: "read" },
    { name: "its write key", headers: bearer(write), role: "write" },
    { name: "its admin key", headers: bearer(admin), role: "admin" },
    {
      name: "a session of its admin key",
      headers: byCookie(await storeSession(ownTenant, "admin", Date.now() + hourMs)),
      role: "admin",
      sendsCommonCasesOnly: true,
    },
    {
      name: "an unknown session",
      headers: byCookie(`__Host-session=${newSessionToken(randomBytes)}`),
      role: null,
    },
    { name: "no key", headers: {}, role: null },
    ...Object.entries(headers).map(([name, Authorization]) => ({
      name,
      headers: { Authorization },
      role: null,
    })),
  ];
}

const byCookie = (cookie: string) => ({ Cookie: cookie, "X-Requested-With": "dashboard" });
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
