import type { brandRoutes } from "../../../../functions/contract/routes/brands.ts";
import { newBrand } from "../valid-bodies.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

export const brandCases: Record<keyof typeof brandRoutes, RouteCase> = {
  listBrands: { idInResponse: "brd", invalidRequests: invalidPages },
  createBrand: {
    body: newBrand,
    invalidRequests: [
      { body: {}, fields: ["name", "timezone"] },
      { body: { name: " ", timezone: "Mars/Olympus" }, fields: ["name", "timezone"] },
      { body: { name: "a".repeat(121), timezone: 1 }, fields: ["name", "timezone"] },
      {
        body: {
          ...newBrand,
          settings: {
            approval: "perhaps",
            hashtags: ["two words"],
            postingSlots: [{ weekday: "monday", time: "25:00" }, { weekday: "someday" }],
            currency: "euro",
            trendThreshold: 3,
            utm: { source: "feed" },
            quietHours: [{ start: "7:00", end: "24:00", weekdays: [] }, {}],
            blackoutDates: ["2026-02-29", "2026-12-26/2026-12-24", "2026-01-01/2027-01-02", "christmas"],
          },
        },
        fields: [
          "settings.approval",
          "settings.hashtags[0]",
          "settings.postingSlots[0].time",
          "settings.postingSlots[1].weekday",
          "settings.postingSlots[1].time",
          "settings.currency",
          "settings.trendThreshold",
          "settings.utm.source",
          "settings.quietHours[0].start",
          "settings.quietHours[0].end",
          "settings.quietHours[0].weekdays",
          "settings.quietHours[1].start",
          "settings.quietHours[1].end",
          "settings.blackoutDates[0]",
          "settings.blackoutDates[1]",
          "settings.blackoutDates[2]",
          "settings.blackoutDates[3]",
        ],
      },
    ],
  },
  getBrand: { idInResponse: "brd", invalidRequests: [] },
  updateBrand: {
    body: newBrand,
    idInResponse: "brd",
    invalidRequests: [
      { body: { name: "", timezone: "+02:00" }, fields: ["name", "timezone"] },
      { body: { settings: null, name: null }, fields: ["settings", "name"] },
      {
        body: { settings: { approval: null, hashtags: null, postingSlots: {}, valuePerClick: -1 } },
        fields: ["settings.approval", "settings.hashtags", "settings.postingSlots", "settings.valuePerClick"],
      },
    ],
  },
  deleteBrand: { idInPath: "emptyBrd", invalidRequests: [] },
};
