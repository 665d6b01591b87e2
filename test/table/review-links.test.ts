import { expect, it } from "vitest";
import { reviewLinksPerOrganizationMax } from "../../functions/domain/review-link.ts";
import { reviewLinkKey } from "../../functions/table/keys.ts";
import { deleteReviewLink, pageOfReviewLinks } from "../../functions/table/review-links.ts";
import { commit } from "../../functions/table/store/commit.ts";
import { aBrand, newId } from "../support/table/entities.ts";
import { storeReviewLink } from "../support/table/review-links.ts";
import { storeBrand } from "../support/table/stored-brand.ts";
import { testTable } from "../support/table/table.ts";

const table = testTable();

it("when more links are created at once than an organization may still have, only so many are stored", async () => {
  const brand = aBrand(newId("org"));
  await storeBrand(table, brand);
  const { organizationId, id: brandId } = brand;
  const missing = 2;
  const existing = Array.from({ length: reviewLinksPerOrganizationMax - missing }, () => newId("rvl"));
  for (let start = 0; start < existing.length; start += 90)
    await commit(
      table,
      existing
        .slice(start, start + 90)
        .map((id) => ({ kind: "put" as const, item: { ...reviewLinkKey(organizationId, id), id } })),
    );
  const created = await Promise.allSettled(
    Array.from({ length: 6 }, () => storeReviewLink(table, { organizationId, brandId })),
  );
  const stored = created.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(stored).toHaveLength(missing);
  for (const one of created)
    if (one.status === "rejected")
      expect(one.reason).toMatchObject({
        message: "An organization can have at most 500 review links: delete one first.",
      });
  const page = { order: "desc", limit: missing, after: null } as const;
  const { rows } = await pageOfReviewLinks(table, organizationId, page, Date.now());
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(stored.map(({ id }) => id)));
  await deleteReviewLink(table, organizationId, stored[0]?.id ?? "", Date.now());
  expect((await storeReviewLink(table, { organizationId, brandId })).brandId).toBe(brandId);
});

it("a link to a brand that is deleted in the meantime is not stored", async () => {
  const organizationId = newId("org");
  await expect(storeReviewLink(table, { organizationId, brandId: newId("brd") })).rejects.toMatchObject({
    code: "not_found",
    message: "No such brand.",
  });
});
