import type * as z from "zod/mini";
import type { organizationRoutes } from "../../../functions/contract/routes/organization.ts";
import * as organizations from "../../../functions/contract/schemas/organization.ts";
import { id, lineText, sent, taken } from "../component.ts";
import { exampleIds, exampleTimes } from "../example-story.ts";
import { notValid, type OperationText, type Tagged } from "../operation-text.ts";
import { createdAt, updatedAt } from "../shared-components.ts";

const exampleOrganization: z.output<typeof organizations.organization> = {
  id: exampleIds.org,
  name: "Acme",
  createdAt: exampleTimes.made,
  updatedAt: exampleTimes.made,
};

export const organizationComponents = {
  Organization: sent(organizations.organization, "The organization that the key belongs to.", {
    id: id("org", "Identifies the organization."),
    name: "What the organization is called.",
    createdAt,
    updatedAt,
  }),
  OrganizationChanges: taken(
    organizations.organizationChanges,
    "What is to change of the organization; a field not given stays as it is.",
    { name: lineText("What the organization is called.") },
  ),
};

export const organizationOperations: Tagged<Record<keyof typeof organizationRoutes, OperationText>> = {
  tag: "Organization",
  description: "The organization that a key belongs to: it sees nothing else.",
  operations: {
    getOrganization: {
      summary: "Get the organization",
      description: "The one that the key belongs to.",
      success: { text: "The organization.", example: exampleOrganization },
    },
    updateOrganization: {
      summary: "Change the organization",
      description: "Fields that are not given stay as they are.",
      body: { name: "Acme and Sons" },
      success: {
        text: "The organization as it is now.",
        example: { ...exampleOrganization, name: "Acme and Sons", updatedAt: exampleTimes.changed },
      },
      refused: [
        notValid({ body: { name: "" } }, [{ field: "name", reason: "must be at least 1 character" }]),
      ],
    },
  },
};
