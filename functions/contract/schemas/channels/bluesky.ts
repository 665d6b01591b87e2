import * as z from "zod/mini";
import { httpsUrl, isOriginOnly, line } from "../fields.ts";

/** A language tag (BCP 47), as the records of posts have them. */
const language = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, "must be a language tag, such as en or pt-BR"));

/** The credentials and settings of the channel `bluesky`. */
export const blueskyCredentials = z.object({
  service: httpsUrl.check(
    z.refine(isOriginOnly, "must be the address of the server without a path, such as https://bsky.social"),
  ),
  identifier: line(253),
  password: line(256),
  languages: z.optional(z.nullable(z.array(language).check(z.minLength(1), z.maxLength(3)))),
});
