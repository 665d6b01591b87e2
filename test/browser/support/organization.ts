import { changeKeyRecord, newOrganization } from "../../support/api/organization.ts";

/** Each view sends several requests, and a test opens many views within a minute. */
const requestsPerMinute = 20_000;

/** Creates an organization whose keys allow as many requests as the tests send. */
export async function newDashboardOrganization() {
  const organization = await newOrganization();
  for (const key of Object.values(organization.keys))
    await changeKeyRecord(key, { rateLimit: requestsPerMinute });
  return organization;
}
