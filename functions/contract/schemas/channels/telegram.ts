import * as z from "zod/mini";

/** The credentials of the channel `telegram`. */
export const telegramCredentials = z.object({
  botToken: z
    .string()
    .check(
      z.regex(
        /^[0-9]{1,20}:[A-Za-z0-9_-]{35}$/,
        "must be the token of a bot: digits, a colon and 35 characters",
      ),
    ),
  chatId: z
    .union([z.string(), z.int()])
    .check(
      z.refine(
        (chatId) => /^(?:@[A-Za-z]\w{3,31}|-?\d{1,16})$/.test(String(chatId)),
        "must be the @name of a public chat, or the id of a chat, such as -1001234567890",
      ),
    ),
});
