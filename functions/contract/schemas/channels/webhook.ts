import * as z from "zod/mini";
import { httpsUrl, signingSecret } from "../fields.ts";

/** The credentials of the channel `webhook`. */
export const webhookCredentials = z.object({
  url: httpsUrl,
  secret: z.optional(z.nullable(signingSecret)),
});
