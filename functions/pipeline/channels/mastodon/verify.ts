import { fieldOf } from "../../../domain/field-of.ts";
import { FetchError } from "../../../http/fetch-error.ts";
import type { Credentials, Verify } from "../channel.ts";
import { externalUrlOf } from "../external-url.ts";
import { isSuccess, type PlatformResponse } from "../platform-request.ts";
import { reasonIn, requestInstance, settingsIn, textIn } from "./instance.ts";
import { limitsIn } from "./instance-limits.ts";

/**
 * 401: the token is unknown or revoked. 403: it does not have the scope, or the account is disabled. 422: it belongs to an
 * application and not to an account. https://docs.joinmastodon.org/methods/accounts/#verify_credentials
 */
const rejectedStatuses: readonly number[] = [401, 403, 422];

/** Reads the account of the access token, the scopes of its application, and the limits of its instance. */
export const verifyMastodon: Verify = async (credentials, verifying) => {
  try {
    const [account, application, instance] = await Promise.all([
      requestInstance(credentials, "/api/v1/accounts/verify_credentials", {}, verifying),
      requestInstance(credentials, "/api/v1/apps/verify_credentials", {}, verifying),
      requestDescription(credentials, verifying),
    ]);
    if (rejectedStatuses.includes(account.status)) {
      const reason = `The instance rejected the access token with status ${account.status}.`;
      const said = reasonIn(account, credentials);
      return { outcome: "rejected", reason: [reason, said, neededScopes].filter(Boolean).join(" ") };
    }
    const [id, acct] = [textIn(account.json, "id"), textIn(account.json, "acct")];
    if (!isSuccess(account.status) || id === null || acct === null)
      return unavailable(`returned status ${account.status} instead of the account`);
    const missing = missingScopes(application);
    if (missing.length > 0) return { outcome: "rejected", reason: reasonOf(missing) };
    if (!isSuccess(instance.status) || typeof instance.json !== "object")
      return unavailable(`returned status ${instance.status} instead of its limits`);
    const { instance: address, contentWarning = null } = settingsIn(credentials);
    const host = textIn(instance.json, "domain") ?? textIn(instance.json, "uri") ?? new URL(address).host;
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

/**
 * Reads how the instance describes itself. Some servers with the same API have only the description of Mastodon 3, which names
 * the limits in the same way. https://docs.joinmastodon.org/methods/instance/#v1
 */
async function requestDescription(
  credentials: Credentials,
  verifying: Parameters<Verify>[1],
): Promise<PlatformResponse> {
  const description = await requestInstance(credentials, "/api/v2/instance", {}, verifying);
  return description.status === 404
    ? requestInstance(credentials, "/api/v1/instance", {}, verifying)
    : description;
}

const neededScopes =
  "It needs the scopes read:accounts, read:statuses, write:media and write:statuses of an account.";

/** Without them no post, or no post with images, can be published. `write` has both. */
const publishingScopes = ["write:statuses", "write:media"];

/**
 * Returns the scopes that the application of the access token lacks. A new token gets no scope that its application lacks,
 * but it may get fewer. Empty if the instance does not tell the scopes: Mastodon does so since 4.3.
 * https://docs.joinmastodon.org/methods/apps/#verify_credentials
 */
function missingScopes({ status, json }: PlatformResponse): string[] {
  const scopes = fieldOf(json, "scopes");
  if (!isSuccess(status) || !Array.isArray(scopes) || scopes.includes("write")) return [];
  return publishingScopes.filter((scope) => !scopes.includes(scope));
}

function reasonOf(missing: readonly string[]): string {
  const named = `${missing.length === 1 ? "scope" : "scopes"} ${missing.join(" and ")}`;
  return `The application of the access token lacks the ${named}. Add what is missing in the account's preferences, under Development, and create a new access token.`;
}

const unavailable = (what: string) => ({
  outcome: "unavailable" as const,
  reason: `The instance ${what}.`,
});
