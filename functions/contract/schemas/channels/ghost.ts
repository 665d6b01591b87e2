import * as z from "zod/mini";
import { httpsUrl } from "../fields.ts";

/** The credentials and settings of the channel `ghost`. */
export const ghostCredentials = z.object({
  url: httpsUrl.check(
    z.refine((text) => !/[?#]/.test(text), "must be without query and fragment"),
    z.refine(
      (text) => !/\/ghost\/?$/.test(text),
      "must be the address of the blog, without /ghost at its end",
    ),
  ),
  adminKey: z
    .string()
    .check(
      z.regex(
        /^[0-9a-f]{24}:[0-9a-f]{64}$/,
        "must be an Admin API key: 24 hexadecimal digits, a colon, 64 hexadecimal digits",
      ),
    ),
  status: z.optional(z.enum(["published", "draft"])),
  newsletter: z.optional(
    z.nullable(
      z.string().check(z.maxLength(191), z.regex(/^[a-z0-9_-]+$/, "must be the slug of a newsletter")),
    ),
  ),
});
