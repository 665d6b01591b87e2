import * as z from "zod/mini";
import { trendStatuses } from "../../domain/trend.ts";
import { commaSeparated, createdQuery, givenId, page, timestamp } from "./fields.ts";

export const trendStatus = z.enum(trendStatuses);

export const trendItem = z.object({
  title: z.string(),
  url: z.string(),
  source: z.string(),
  publishedAt: z.nullable(timestamp),
});

export const trendSource = z.object({ source: z.string(), observed: z.number(), expected: z.number() });

export const trendTerms = z.object({
  observed: z.number(),
  expected: z.number(),
  halfLifeHours: z.number(),
  evidenceMax: z.number(),
  sources: z.array(trendSource),
});

export const trendPoint = z.object({ from: timestamp, observed: z.number(), expected: z.number() });

export const trend = z.object({
  id: z.string(),
  brandId: z.string(),
  title: z.string(),
  score: z.number(),
  status: trendStatus,
  firstSeenAt: timestamp,
  lastSeenAt: timestamp,
  sources: z.array(z.string()),
  items: z.array(trendItem),
  terms: trendTerms,
  curve: z.array(trendPoint),
  updatedAt: timestamp,
});

export const trends = page(trend);

export const trendsQuery = z.object({
  status: z.optional(commaSeparated(trendStatuses)),
  brandId: z.optional(givenId),
  ...createdQuery,
});
