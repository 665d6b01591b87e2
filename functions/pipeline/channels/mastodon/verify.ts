import { fieldOf } from "../../../domain/field-of.ts";
import { FetchError } from "../../../http/fetch-error.ts";
import type { Verify } from "../channel.ts";
import { externalUrlOf } from "../external-url.ts";
import { isSuccess } from "../platform-request.ts";
import { reasonIn, requestInstance, settingsIn, textIn } from "./instance.ts";
import { limitsIn } from "./instance-limits.ts";

/**
 * 401: the token is unknown or revoked. 403: it does not have the scope, or the account is disabled. 422: it belongs to an
 * application and not to an account. https://docs.joinmastodon.org/methods/accounts/#verify_credentials
 */
const rejectedStatuses: readonly number[] = [401, 403, 422];

/** Reads the account of the access token, and the limits of its instance. */
export const verifyMastodon: Verify = async (credentials, verifying) => {
  try {
    const [account, instance] = await Promise.all([
      requestInstance(credentials, "/api/v1/accounts/verify_credentials", {}, verifying),
      requestInstance(credentials, "/api/v2/instance", {}, verifying),
    ]);
    if (rejectedStatuses.includes(account.status)) {
      const reason = `The instance rejected the access token with status ${account.status}.`;
      const said = reasonIn(account, credentials);
      return { outcome: "rejected", reason: [reason, said, neededScopes].filter(Boolean).join(" ") };
    }
    const [id, acct] = [textIn(account.json, "id"), textIn(account.json, "acct")];
    if (!isSuccess(account.status) || id === null || acct === null)
      return unavailable(`returned status ${account.status} instead of the account`);
    if (!isSuccess(instance.status) || typeof instance.json !== "object")
      return unavailable(`returned status ${instance.status} instead of its limits`);
    const { instance: address, contentWarning = null } = settingsIn(credentials);
    const host = textIn(instance.json, "domain") ?? new URL(address).host;
    return {
      outcome: "verified",
      account: { id, name: `${acct}@${host}`, url: externalUrlOf(fieldOf(account.json, "url")) },
      limits: limitsIn(instance.json, contentWarning),
    };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return unavailable(`could not be reached: ${error.message}`);
  }
};

const neededScopes =
  "It needs the scopes read:accounts, read:statuses, write:media and write:statuses of an account.";

const unavailable = (what: string) => ({
  outcome: "unavailable" as const,
  reason: `The instance ${what}.`,
});
