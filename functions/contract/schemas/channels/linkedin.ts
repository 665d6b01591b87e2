import * as z from "zod/mini";

/** The credentials of the channel `linkedin`. */
export const linkedinCredentials = z.object({
  accessToken: z.string().check(
    // Stop here if the token is empty: one message per field is enough.
    z.minLength(1, { abort: true }),
    z.maxLength(2_048),
    z.regex(/^[!-~]*$/, "must be ASCII without spaces"),
  ),
  author: z
    .string()
    .check(
      z.regex(
        /^urn:li:(?:person:[A-Za-z0-9_-]{1,64}|organization:[0-9]{1,20})$/,
        "must be urn:li:person: or urn:li:organization: and an id",
      ),
    ),
  version: z.optional(
    z.nullable(
      z
        .string()
        .check(z.regex(/^20[0-9]{2}(?:0[1-9]|1[0-2])$/, "must be a year and a month, such as 202607")),
    ),
  ),
});
