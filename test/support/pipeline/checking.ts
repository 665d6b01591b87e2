import { newId, testTimeMs } from "../table/entities.ts";

/** What a check of credentials gets beside them. */
export const checking = {
  organizationId: newId("org"),
  brandId: newId("brd"),
  checkId: newId("evt"),
  nowMs: testTimeMs,
  timeoutMs: 2_000,
  allowLoopback: true,
};
