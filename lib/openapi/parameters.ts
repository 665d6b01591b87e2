import { resourceName } from "../../functions/contract/resource-names.ts";
import { type IdPrefix, idPattern } from "../../functions/domain/ids.ts";
import type { JsonSchema } from "./component.ts";
import type { Parameter } from "./document-types.ts";
import { exampleCalendarDates, exampleCursor, exampleIds, exampleWeekTimes } from "./example-story.ts";
import { refTo } from "./json-schema.ts";

/** The texts of a query parameter. `schema` replaces the zod schema where the service parses the string into another type. */
interface ParameterText {
  name: string;
  text: string;
  schema?: JsonSchema;
  example: unknown;
}

const listOf = (
  component:
    | "PostStatus"
    | "DeadLetterStatus"
    | "RunStatus"
    | "PipelineStatus"
    | "TrendStatus"
    | "StoredConnectionStatus",
): JsonSchema => ({
  type: "array",
  minItems: 1,
  items: refTo("schemas", component),
});

const ofStatuses = (rows: string): string =>
  `Returns only ${rows} with one of these statuses, separated by commas.`;

const onlyOf = (rows: string, owner: string): string =>
  `Returns only ${rows} of this ${owner}. The list is empty if the ${owner} does not exist or belongs to another organization.`;

export const queryParameters = {
  Limit: {
    name: "limit",
    text: "The maximum number of rows in a page.",
    schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    example: 20,
  },
  Cursor: {
    name: "cursor",
    text: "The `nextCursor` of the previous page, sent with the same filters and order. It is opaque: only the service can read it.",
    example: exampleCursor,
  },
  Order: { name: "order", text: "The sort order: ascending or descending.", example: "asc" },
  CreatedSort: { name: "sort", text: "The field to sort by.", example: "createdAt" },
  PostSort: {
    name: "sort",
    text: "The field to sort by. Posts without that time come last in ascending order and first in descending order.",
    example: "scheduledAt",
  },
  PostStatus: {
    name: "status",
    text: ofStatuses("posts"),
    schema: listOf("PostStatus"),
    example: ["pending", "scheduled"],
  },
  PostBrand: {
    name: "brandId",
    text: onlyOf("posts", "brand"),
    example: exampleIds.brd,
  },
  DeadLetterStatus: {
    name: "status",
    text: ofStatuses("dead letters"),
    schema: listOf("DeadLetterStatus"),
    example: ["final_attempt_pending", "exhausted"],
  },
  DeadLetterWebhook: {
    name: "webhookId",
    text: onlyOf("dead letters", "subscription"),
    example: exampleIds.whk,
  },
  RunStatus: {
    name: "status",
    text: ofStatuses("runs"),
    schema: listOf("RunStatus"),
    example: ["queued", "running"],
  },
  RunBrand: {
    name: "brandId",
    text: onlyOf("runs", "brand"),
    example: exampleIds.brd,
  },
  RunPipeline: {
    name: "pipelineId",
    text: onlyOf("runs", "pipeline"),
    example: exampleIds.pip,
  },
  PipelineStatus: {
    name: "status",
    text: ofStatuses("pipelines"),
    schema: listOf("PipelineStatus"),
    example: ["active"],
  },
  PipelineBrand: {
    name: "brandId",
    text: onlyOf("pipelines", "brand"),
    example: exampleIds.brd,
  },
  ConnectionStatus: {
    name: "status",
    text: ofStatuses("connections"),
    schema: listOf("StoredConnectionStatus"),
    example: ["error"],
  },
  TrendStatus: {
    name: "status",
    text: ofStatuses("trends"),
    schema: listOf("TrendStatus"),
    example: ["rising"],
  },
  TrendBrand: {
    name: "brandId",
    text: onlyOf("trends", "brand"),
    example: exampleIds.brd,
  },
  DigestBrand: { name: "brandId", text: "The id of the brand.", example: exampleIds.brd },
  DigestWeek: {
    name: "week",
    text: "The ISO 8601 week. A year has 52 or 53 weeks.",
    example: exampleWeekTimes.week,
  },
  AnalyticsBy: {
    name: "by",
    text: "What the posts are grouped by: their channel, their pipeline, their hashtags, or the hour of the week of their publication.",
    example: "channel",
  },
  AnalyticsWeeks: {
    name: "weeks",
    text: "How many weeks are counted, the last of them up to now.",
    schema: { type: "integer", minimum: 1, maximum: 12, default: 4 },
    example: 4,
  },
  CalendarFrom: {
    name: "from",
    text: "Where the calendar begins: a date, which means its first moment in the brand's time zone, or a date and time with its offset from UTC.",
    example: exampleCalendarDates.from,
  },
  CalendarTo: {
    name: "to",
    text: "Where the calendar ends, in the same form as `from`, and at most 31 days after it. This date, or this moment, is not part of the calendar.",
    example: exampleCalendarDates.to,
  },
} as const satisfies Record<string, ParameterText>;

export type ParameterName = keyof typeof queryParameters;

/** The query parameters of every list that is sorted by creation time only. */
export const createdQuery = ["Limit", "Cursor", "Order", "CreatedSort"] as const;

/** The `{channel}` of a path. */
export const channelParameter: Parameter = {
  name: "channel",
  in: "path",
  description: "The name of the channel.",
  required: true,
  schema: refTo("schemas", "Channel"),
  example: "webhook",
};

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
