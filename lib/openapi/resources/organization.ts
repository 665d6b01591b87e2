import type * as z from "zod/mini";
import type { organizationRoutes } from "../../../functions/contract/routes/organization.ts";
import * as organizations from "../../../functions/contract/schemas/organization.ts";
import { defaultLimits } from "../../../functions/domain/organization.ts";
import { id, lineText, requestSchema, responseSchema } from "../component.ts";
import { exampleIds, exampleTimes } from "../example-story.ts";
import { invalidExample, type OperationText, type Tagged } from "../operation-text.ts";
import { createdAt, updatedAt } from "../shared-components.ts";

const exampleOrganization: z.output<typeof organizations.organization> = {
  id: exampleIds.org,
  name: "Acme",
  limits: defaultLimits,
  createdAt: exampleTimes.made,
  updatedAt: exampleTimes.made,
};

export const organizationComponents = {
  Organization: responseSchema(organizations.organization, "The organization that the API key belongs to.", {
    id: id("org", "The id of the organization."),
    name: "The name of the organization.",
    limits: [
      "The ceilings of the organization. The operator of the service sets them.",
      {
        requestsPerMinute:
          "Requests per minute over all API keys together. A request above it returns 429. Keys count their requests in blocks, so each key may exceed the limit by 60 requests.",
        runsAtOnce: "Runs that are carried out at the same time. Further runs wait in status `queued`.",
        brands: "Brands of the organization. One more returns 422.",
        pipelinesPerBrand: "Pipelines of one brand. One more returns 422.",
        subscriptions: "Webhook subscriptions of the organization. One more returns 422.",
        bulkReplaysAtOnce: "Replays of many dead letters at the same time. One more returns 422.",
      },
    ],
    createdAt,
    updatedAt,
  }),
  OrganizationChanges: requestSchema(
    organizations.organizationChanges,
    "Changes to the organization. A field that is not given stays as it is.",
    { name: lineText("The name of the organization.") },
  ),
};

export const organizationOperations: Tagged<Record<keyof typeof organizationRoutes, OperationText>> = {
  tag: "Organization",
  description: "The organization that an API key belongs to. The key gives access to nothing else.",
  operations: {
    getOrganization: {
      summary: "Get the organization",
      description: "Returns the organization that the API key belongs to.",
      success: { text: "The organization.", example: exampleOrganization },
    },
    updateOrganization: {
      summary: "Change the organization",
      description: "Fields that are not given stay as they are.",
      body: { name: "Acme and Sons" },
      success: {
        text: "The changed organization.",
        example: { ...exampleOrganization, name: "Acme and Sons", updatedAt: exampleTimes.changed },
      },
      errors: [
        invalidExample({ body: { name: "" } }, [{ field: "name", reason: "must be at least 1 character" }]),
      ],
    },
  },
};
