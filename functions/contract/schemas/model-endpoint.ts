import * as z from "zod/mini";
import { httpsUrl, line, timestamp } from "./fields.ts";

/** The key is sent as a header, so it has visible ASCII characters only. */
const apiKey = z
  .string()
  .check(z.regex(/^[!-~]{1,1000}$/, "must be 1 to 1,000 visible ASCII characters without spaces"));

export const newModelEndpoint = z.object({
  url: httpsUrl,
  model: line(200),
  apiKey: z._default(z.nullable(apiKey), null),
});

export const modelEndpoint = z.object({
  url: z.string(),
  model: z.string(),
  hasApiKey: z.boolean(),
  updatedAt: timestamp,
});
