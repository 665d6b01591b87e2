import { newApiKey } from "../../../functions/platform/api-key.ts";
import type { Caller } from "./tenancy-cases.ts";
import { newInvalidKeys, type Tenant } from "./tenant.ts";

/** Returns one caller for each kind of `Authorization` header. The callers with a role come first. */
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
    { name: "no key", headers: {}, role: null },
    ...Object.entries(headers).map(([name, Authorization]) => ({
      name,
      headers: { Authorization },
      role: null,
    })),
  ];
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
