import { resourceName } from "../../functions/contract/resource-names.ts";
import { type IdPrefix, idPattern } from "../../functions/domain/ids.ts";
import type { JsonSchema } from "./component.ts";
import type { Parameter } from "./document-types.ts";
import { exampleCursor, exampleIds, exampleWeekTimes } from "./example-story.ts";
import { refTo } from "./json-schema.ts";

/** What the document says of a query parameter; the schema where what is read of the text is no text. */
interface ParameterText {
  name: string;
  text: string;
  schema?: JsonSchema;
  example: unknown;
}

const listOf = (component: "PostStatus" | "DeadLetterStatus"): JsonSchema => ({
  type: "array",
  minItems: 1,
  items: refTo("schemas", component),
});

export const queryParameters = {
  Limit: {
    name: "limit",
    text: "How many rows a page has at most.",
    schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    example: 20,
  },
  Cursor: {
    name: "cursor",
    text: "The `nextCursor` of the page before, with the same filters and order. It says nothing to anybody but the service.",
    example: exampleCursor,
  },
  Order: { name: "order", text: "Ascending or descending.", example: "asc" },
  CreatedSort: { name: "sort", text: "What the list is sorted by.", example: "createdAt" },
  PostSort: {
    name: "sort",
    text: "What the list is sorted by. Posts without that time come last ascending and first descending.",
    example: "scheduledAt",
  },
  PostStatus: {
    name: "status",
    text: "Only posts in one of these statuses, separated by commas.",
    schema: listOf("PostStatus"),
    example: ["pending", "scheduled"],
  },
  PostBrand: {
    name: "brandId",
    text: "Only posts of this brand. Of one that does not exist, or is another organization's, there are none.",
    example: exampleIds.brd,
  },
  DeadLetterStatus: {
    name: "status",
    text: "Only dead letters in one of these statuses, separated by commas.",
    schema: listOf("DeadLetterStatus"),
    example: ["final_attempt_pending", "exhausted"],
  },
  DeadLetterWebhook: {
    name: "webhookId",
    text: "Only dead letters of this subscription. Of one that does not exist, or is another organization's, there are none.",
    example: exampleIds.whk,
  },
  DigestBrand: { name: "brandId", text: "The brand.", example: exampleIds.brd },
  DigestWeek: {
    name: "week",
    text: "The week, as ISO 8601 numbers it; a year has 52 or 53.",
    example: exampleWeekTimes.week,
  },
} as const satisfies Record<string, ParameterText>;

export type ParameterName = keyof typeof queryParameters;

/** What every list takes that is sorted by creation. */
export const createdQuery = ["Limit", "Cursor", "Order", "CreatedSort"] as const;

/** The `{id}` of a path. */
export function idParameter(prefix: IdPrefix): Parameter {
  return {
    name: "id",
    in: "path",
    description: `The id of the ${resourceName(prefix)}.`,
    required: true,
    schema: { type: "string", pattern: idPattern(prefix).source },
    example: exampleIds[prefix],
  };
}
