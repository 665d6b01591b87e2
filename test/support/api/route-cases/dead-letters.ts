import type { deadLetterRoutes } from "../../../../functions/contract/routes/dead-letters.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

export const deadLetterCases: Record<keyof typeof deadLetterRoutes, RouteCase> = {
  listDeadLetters: {
    idInResponse: "dlt",
    invalidRequests: [
      ...invalidPages,
      {
        query: "status=lost&order=newest&webhookId=&limit=x",
        fields: ["status", "order", "webhookId", "limit"],
      },
    ],
  },
  getDeadLetter: { idInResponse: "dlt", invalidRequests: [] },
  replayDeadLetter: { idInResponse: "dlt", invalidRequests: [] },
  replayDeadLetters: {
    body: { status: ["exhausted", "final_attempt_pending"] },
    needs: "dlt",
    invalidRequests: [
      { body: { status: ["resolved"] }, fields: ["status[0]"] },
      { body: { status: ["exhausted", "replaying", 1] }, fields: ["status[1]", "status[2]"] },
      { body: { status: [], webhookId: "" }, fields: ["status", "webhookId"] },
      { body: { status: "exhausted", webhookId: null }, fields: ["status", "webhookId"] },
    ],
  },
  getBulkReplay: { idInResponse: "rpl", invalidRequests: [] },
};
