import { expect, it } from "vitest";
import { brandChanges, newBrand } from "../../functions/contract/schemas/brand.ts";
import { aBrand } from "../support/table/entities.ts";

it("a request that does not name the setting for images does not change it", () => {
  expect(brandChanges.parse({ settings: { voice: null } })).toEqual({ settings: { voice: null } });
  expect(newBrand.parse({ name: "Acme", timezone: "UTC" }).settings).toEqual({});
  expect(brandChanges.safeParse({ settings: { images: "any" } }).success).toBe(false);
});

const given = (avoid: unknown) => brandChanges.safeParse({ settings: { avoid } });

it("a brand avoids nothing by default, and at most 100 phrases of 100 characters", () => {
  expect(aBrand("org_1").settings.avoid).toEqual([]);
  expect(given(["casino", "casino", "gambling hall"]).data).toEqual({
    settings: { avoid: ["casino", "gambling hall"] },
  });
  const hundred = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(100, "x"));
  expect(given(hundred).success).toBe(true);
  for (const avoid of [[...hundred, "x"], [""], [" "], ["x".repeat(101)], "x", null])
    expect(given(avoid).success).toBe(false);
});
