import { calendarRoutes } from "../contract/routes/calendar.ts";
import { calendarView } from "../domain/calendar-view.ts";
import { instantOfPoint } from "../domain/calendar-window.ts";
import { notFound } from "../domain/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { readBrand } from "../table/brands.ts";
import { postsPlannedBetween } from "../table/planned-posts.ts";

export const handler = endpoint(calendarRoutes.getCalendar, async ({ caller, id, query }, { table }) => {
  const brand = await readBrand(table, caller.organizationId, id);
  if (brand === null) throw notFound("brand");
  const fromMs = instantOfPoint(query.from, brand.timezone);
  const toMs = instantOfPoint(query.to, brand.timezone);
  const { posts, hasMore } = await postsPlannedBetween(table, brand, fromMs, toMs);
  return calendarView(brand, { fromMs, toMs }, posts, hasMore);
});
