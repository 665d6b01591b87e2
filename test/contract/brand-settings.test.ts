import { expect, it } from "vitest";
import { brand, brandChanges, newBrand } from "../../functions/contract/schemas/brand.ts";
import { aBrand } from "../support/table/entities.ts";

it("a brand of an earlier version, which has no setting for images, is shown with the default", () => {
  const stored = aBrand("org_1");
  const { images: _images, ...settings } = stored.settings;
  expect(brand.parse({ ...stored, settings }).settings.images).toBe("none");
});

it("a request that does not name the setting for images does not change it", () => {
  expect(brandChanges.parse({ settings: { voice: null } })).toEqual({ settings: { voice: null } });
  expect(newBrand.parse({ name: "Acme", timezone: "UTC" }).settings).toEqual({});
  expect(brandChanges.safeParse({ settings: { images: "any" } }).success).toBe(false);
});
