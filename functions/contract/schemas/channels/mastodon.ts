import * as z from "zod/mini";
import { httpsUrl, isOriginOnly, line } from "../fields.ts";

/** The visibilities of a post that readers can find. `direct` is a message to the accounts that the text mentions. */
const visibility = z.enum(["public", "unlisted", "private"]);

/** The characters of a bearer token (RFC 6750, section 2.1). */
const bearerToken = z
  .string()
  .check(
    z.minLength(1, { abort: true }),
    z.maxLength(500),
    z.regex(/^[A-Za-z0-9\-._~+/]+=*$/, "must be an access token: letters, digits and -._~+/="),
  );

/** The credentials and the settings of the channel `mastodon`. */
export const mastodonCredentials = z.object({
  instance: httpsUrl.check(
    z.refine(
      isOriginOnly,
      "must be the address of the instance without a path, such as https://mastodon.social",
    ),
  ),
  accessToken: bearerToken,
  visibility: z.optional(z.nullable(visibility)),
  language: z.optional(
    z.nullable(
      z.string().check(z.regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/, "must be a language, such as en")),
    ),
  ),
  contentWarning: z.optional(z.nullable(line(100))),
});
