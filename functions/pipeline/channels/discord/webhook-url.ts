import { trusted } from "../../../domain/trusted.ts";
import type { Credentials } from "../channel.ts";

/** The address of the brand's webhook in Discord. It holds the token. `discordCredentials` has parsed it. */
export function webhookUrlIn(credentials: Credentials): string {
  return trusted<{ webhookUrl: string }>(credentials).webhookUrl;
}

/** The statuses by which Discord says that the webhook was deleted, or that its token is wrong. */
export const lostStatuses: readonly number[] = [401, 403, 404];
