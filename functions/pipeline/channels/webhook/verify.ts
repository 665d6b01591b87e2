import { limitsOf } from "../../../domain/channel-limits.ts";
import { isoTime, secondMs } from "../../../domain/time.ts";
import { FetchError } from "../../../http/fetch-error.ts";
import type { Verify } from "../channel.ts";
import { isSuccess } from "../platform-request.ts";
import { lostStatuses, signedPost } from "./signed-post.ts";

/** Sends a signed `channel.check` to the endpoint, which must return 2xx. */
export const verifyWebhook: Verify = async (credentials, verifying) => {
  const { organizationId, brandId, checkId, nowMs, timeoutMs, allowLoopback } = verifying;
  const data = { organizationId, brandId, channel: "webhook", checkedAt: isoTime(nowMs) };
  const ts = Math.floor(nowMs / secondMs);
  const notice = { id: checkId, type: "channel.check", data, ts } as const;
  try {
    const { status } = await signedPost(credentials, notice, { timeoutMs, allowLoopback });
    if (lostStatuses.includes(status))
      return { outcome: "rejected", reason: `The endpoint rejected the check with status ${status}.` };
    if (!isSuccess(status))
      return {
        outcome: "unavailable",
        reason: `The endpoint returned status ${status} to the check instead of 2xx.`,
      };
    // The path and the query of the URL may be secret, so the account shows the host only.
    const { host, origin } = new URL(String(credentials.url));
    return {
      outcome: "verified",
      account: { id: host, name: host, url: `${origin}/` },
      limits: limitsOf("webhook"),
    };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { outcome: "unavailable", reason: `The endpoint could not be checked: ${error.message}.` };
  }
};
