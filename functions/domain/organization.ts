import { unprocessable } from "./errors.ts";
import { isoTime } from "./time.ts";

/** The ceilings of an organization (contract, section 7). Only the operator changes them. */
export interface OrganizationLimits {
  /** Over all keys. */
  requestsPerMinute: number;
  /** Further runs wait in status `queued`. */
  runsAtOnce: number;
  brands: number;
  pipelinesPerBrand: number;
  subscriptions: number;
  bulkReplaysAtOnce: number;
}

export const defaultLimits: OrganizationLimits = {
  requestsPerMinute: 1_200,
  runsAtOnce: 5,
  brands: 1_000,
  pipelinesPerBrand: 100,
  subscriptions: 100,
  bulkReplaysAtOnce: 1,
};

/** The largest values that the operator may set. */
const limitsMax: OrganizationLimits = {
  // Keys count in blocks, so the one item that counts for all keys takes far fewer writes than the 1,000 a second it can.
  requestsPerMinute: 1_000_000,
  // More would leave too few places to the runs of other organizations.
  runsAtOnce: 20,
  brands: 100_000,
  // A brand's pipelines are one response without pages.
  pipelinesPerBrand: 100,
  // The fan-out of each event reads all of them.
  subscriptions: 100,
  bulkReplaysAtOnce: 1,
};

/** A tenant. Every other resource belongs to one organization. */
export interface Organization {
  id: string;
  name: string;
  limits: OrganizationLimits;
  createdAt: string;
  updatedAt: string;
}

export function openOrganization(given: { id: string; name: string }, nowMs: number): Organization {
  const createdAt = isoTime(nowMs);
  return { ...given, limits: defaultLimits, createdAt, updatedAt: createdAt };
}

/**
 * Returns the limits after a change by the operator. A limit that is not given stays as it is.
 * @throws unprocessable for an unknown name or a value that is no whole number from 1 to the largest one
 */
export function changedLimits(
  known: OrganizationLimits,
  given: Readonly<Record<string, unknown>>,
): OrganizationLimits {
  const names = Object.keys(limitsMax);
  const changed = { ...known };
  for (const [name, value] of Object.entries(given)) {
    if (!isLimitName(name)) throw unprocessable(`${name} is no limit: set one of ${names.join(", ")}.`);
    const most = limitsMax[name];
    if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > most)
      throw unprocessable(`${name} must be a whole number from 1 to ${most}.`);
    changed[name] = value;
  }
  return changed;
}

function isLimitName(name: string): name is keyof OrganizationLimits {
  return Object.hasOwn(limitsMax, name);
}
