import * as z from "zod/mini";
import { httpsUrl } from "../fields.ts";

/** The credentials of the channel `discord`. */
export const discordCredentials = z.object({
  webhookUrl: httpsUrl.check(
    z.refine(
      (text) => /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/.test(URL.parse(text)?.pathname ?? ""),
      "must be the URL of a webhook, such as https://discord.com/api/webhooks/123/abc",
    ),
    z.refine((text) => !/[?#]/.test(text), "must be without query and fragment"),
  ),
});
