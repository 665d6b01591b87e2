import type { Route } from "../route.ts";
import { calendar, calendarQuery } from "../schemas/calendar.ts";

export const calendarRoutes = {
  getCalendar: {
    operationId: "get-calendar",
    method: "GET",
    path: "/v1/brands/{id}/calendar",
    access: "read",
    tableActions: ["GetItem", "Query", "BatchGetItem"],
    id: "brd",
    query: calendarQuery,
    success: { status: 200, body: calendar },
  },
} as const satisfies Record<string, Route>;
