import type { brandRoutes } from "../../routes/brands.ts";
import { exampleTimes } from "../examples/ids.ts";
import { exampleBrand, exampleCursor } from "../examples/resources.ts";
import { notPossible, notValid, type OperationText, type Tagged } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";

const { name, timezone, settings } = exampleBrand;

export const brandOperations: Tagged<Record<keyof typeof brandRoutes, OperationText>> = {
  tag: "Brands",
  description: "A brand is a client account. Everything else belongs to one.",
  operations: {
    listBrands: {
      summary: "List brands",
      description: "The brands of the organization.",
      query: createdQuery,
      success: {
        text: "A page of brands.",
        query: { limit: "1" },
        example: { data: [exampleBrand], nextCursor: exampleCursor },
      },
      refused: [
        notValid({ query: { limit: "0" } }, [{ field: "limit", reason: "must be an integer from 1 to 100" }]),
      ],
    },
    createBrand: {
      summary: "Create a brand",
      description: "Settings that are not given have their usual values.",
      body: { name, timezone, settings },
      success: { text: "The new brand.", example: exampleBrand },
      refused: [
        notValid({ body: { name: " ", timezone: "Mars/Olympus" } }, [
          { field: "name", reason: "must not be blank" },
          { field: "timezone", reason: "must be an IANA time zone, such as Europe/Zurich" },
        ]),
      ],
    },
    getBrand: {
      summary: "Get a brand",
      description: "One brand of the organization.",
      success: { text: "The brand.", example: exampleBrand },
    },
    updateBrand: {
      summary: "Change a brand",
      description:
        "Fields that are not given stay as they are, also within `settings`. In a new time zone the schedules of the brand's pipelines begin anew.",
      body: { name: "Acme Coffee and Tea", timezone, settings },
      success: {
        text: "The brand as it is now.",
        example: { ...exampleBrand, name: "Acme Coffee and Tea", updatedAt: exampleTimes.changed },
      },
      refused: [
        notValid({ body: { settings: { currency: "euro" } } }, [
          { field: "settings.currency", reason: "must be an ISO 4217 code, such as EUR" },
        ]),
      ],
    },
    deleteBrand: {
      summary: "Delete a brand",
      description: "Only a brand without pipelines can be deleted. Its public feed goes with it.",
      success: { text: "It is deleted." },
      refused: [
        notPossible(
          "hasPipelines",
          "The brand has pipelines.",
          "A brand that has pipelines cannot be deleted: delete its pipelines first.",
        ),
      ],
    },
  },
};
