import { newApiKey } from "../../../functions/platform/api-key.ts";
import type { Caller } from "./tenancy-cases.ts";
import { invalidKeys, type Tenant } from "./tenant.ts";

/** Everybody who may call, each with what an `Authorization` header can be: those of a role first. */
export async function callersOf(ownTenant: Tenant): Promise<Caller[]> {
  const { revoked, expired } = await invalidKeys(ownTenant);
  const { read, write, admin } = ownTenant.keys;
  const headers = {
    "an empty header": "",
    "a header without a key": "Bearer",
    "a key without its scheme": admin,
    "another scheme": `Basic ${admin}`,
    "two keys": `Bearer ${admin} ${admin}`,
    "a key of a wrong checksum": `Bearer ${admin.slice(0, -1)}${admin.endsWith("a") ? "b" : "a"}`,
    "a key in another case": `Bearer ${admin.toUpperCase()}`,
    "an unknown key": `Bearer ${newApiKey()}`,
    "a revoked key": `Bearer ${revoked}`,
    "an expired key": `Bearer ${expired}`,
  };
  return [
    { name: "its reader", headers: bearer(read), role: "read", isPrincipal: true },
    { name: "its writer", headers: bearer(write), role: "write", isPrincipal: true },
    { name: "its admin", headers: bearer(admin), role: "admin", isPrincipal: true },
    { name: "nobody", headers: {}, role: null, isPrincipal: true },
    ...Object.entries(headers).map(([name, Authorization]) => {
      return { name, headers: { Authorization }, role: null, isPrincipal: name === "a revoked key" };
    }),
  ];
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
