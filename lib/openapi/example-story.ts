/** One id of each kind. All examples use these. */
export const exampleIds = {
  org: "org_01KAJ8Q2W3E4R5T6Y7Z8X9C0V2",
  key: "key_01KAJ8Q2W3E4R5T6Y7Z8X9C0VB",
  brd: "brd_01KAJ8Q2W3E4R5T6Y7Z8X9C0V4",
  pip: "pip_01KAJ8Q2W3E4R5T6Y7Z8X9C0V5",
  run: "run_01KAJ8Q2W3E4R5T6Y7Z8X9C0V6",
  pst: "pst_01KAJ8Q2W3E4R5T6Y7Z8X9C0V8",
  trd: "trd_01KAJ8Q2W3E4R5T6Y7Z8X9C0V3",
  whk: "whk_01KAJ8Q2W3E4R5T6Y7Z8X9C0V9",
  evt: "evt_01KAJ8Q2W3E4R5T6Y7Z8X9C0V1",
  dlv: "dlv_01KAJ8Q2W3E4R5T6Y7Z8X9C0V7",
  dlt: "dlt_01KAJ8Q2W3E4R5T6Y7Z8X9C0V7",
  rpl: "rpl_01KAJ8Q2W3E4R5T6Y7Z8X9C0VR",
  cmt: "cmt_01KAJ8Q2W3E4R5T6Y7Z8X9C0VM",
  hst: "hst_01KAJ8Q2W3E4R5T6Y7Z8X9C0V8",
  rvl: "rvl_01KAJ8Q2W3E4R5T6Y7Z8X9C0VW",
} as const;

/** An id of this kind that belongs to nothing. */
export function unknownId(prefix: string): string {
  return `${prefix}_01KAJ8Q2W3E4R5T6Y7Z8X9C0ZZ`;
}

/**
 * The times of the examples' story. Everything is created on a Saturday and changed an hour later. The post is published
 * in its slot on Monday and measured for two days. Its week ends on the following Monday, in Zurich's time zone.
 */
export const exampleTimes = {
  made: "2026-11-21T08:00:00.000Z",
  changed: "2026-11-21T09:00:00.000Z",
  due: "2026-11-23T08:30:00.000Z",
  measured: "2026-11-25T08:30:00.000Z",
} as const;

/** The endpoint of the examples' subscription. */
export const exampleHookUrl = "https://example.com/hooks/content";

/** The current and the previous secret of the examples' subscription. The examples of events are signed with them. */
export const exampleSecret = "whsec_3f1c0d7a94be4e55a3b0c2d8";
export const examplePreviousSecret = "whsec_c46e90b2d7f84a13865e2f0b";

export const exampleCursor = "kXW9k3YJ1Fq0l3bq1n7Rr2Yb9wTQ5mZt0a8sVb6cD4eF2gH";

/** The week in which the post is published. */
export const exampleWeekTimes = {
  week: "2026-W48",
  startsAt: "2026-11-22T23:00:00.000Z",
  endsAt: "2026-11-29T23:00:00.000Z",
  /** The digest is computed again a day and some minutes after the end of the week. */
  refreshedAt: "2026-11-30T23:10:00.000Z",
} as const;

/** The day on which the post is published. */
export const exampleCalendarDates = { from: "2026-11-23", to: "2026-11-24" } as const;
