import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import type { Route } from "../../functions/contract/route.ts";
import { routes } from "../../functions/contract/routes.ts";
import { newReviewToken } from "../../functions/platform/api-key.ts";
import { authenticate } from "../../functions/platform/authenticate.ts";
import { intercepted, tableAt } from "../support/table/table.ts";

const reached = "the table was called";
const table = intercepted(tableAt({ endpoint: "http://127.0.0.1:1", tableName: "none" }), () => {
  throw new Error(reached);
});

/** The routes that may look a token up. */
const open = [
  "approvePost",
  "createComment",
  "getPost",
  "getReview",
  "listComments",
  "listPosts",
  "requestChanges",
];

it("only the routes of a review look up the token of a review link; to every other one it is an unknown key", async () => {
  const authorization = `Bearer ${newReviewToken(randomBytes)}`;
  const lookingUp: string[] = [];
  for (const [name, route] of Object.entries<Route>(routes)) {
    const { access } = route;
    if (access === "public") continue;
    const effects = { table, nowMs: () => 0 };
    const request = { httpMethod: "GET", headers: { authorization } };
    const error: unknown = await authenticate(request, { ...route, access }, effects).catch(
      (reason: unknown) => reason,
    );
    if (String(error).includes(reached)) lookingUp.push(name);
    else expect(error, name).toMatchObject({ code: "unauthorized" });
  }
  expect(new Set(lookingUp)).toEqual(new Set(open));
});
