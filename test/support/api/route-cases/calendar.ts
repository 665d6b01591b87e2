import type { calendarRoutes } from "../../../../functions/contract/routes/calendar.ts";
import { type RouteCase } from "./route-case.ts";

export const calendarCases: Record<keyof typeof calendarRoutes, RouteCase> = {
  getCalendar: {
    query: () => ({ from: "2026-11-21", to: "2026-12-22" }),
    idInResponse: "brd",
    invalidRequests: [
      { query: "", fields: ["from", "to"] },
      { query: "from=2026-02-29&to=2026-13-01", fields: ["from", "to"] },
      { query: "from=2026-11-23T00:00:00&to=tomorrow", fields: ["from", "to"] },
      { query: "from=2026-11-23&to=2026-11-23", fields: ["to"] },
      { query: "from=2026-11-23&to=2026-12-25", fields: ["to"] },
      { query: "from=2026-11-23&to=2026-11-24T00:00:00Z", fields: ["to"] },
      { query: "from=2026-10-01T00:00:00Z&to=2026-11-01T01:00:01Z", fields: ["to"] },
    ],
  },
};
