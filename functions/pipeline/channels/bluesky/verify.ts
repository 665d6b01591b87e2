import { limitsOf } from "../../../domain/channel-limits.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import { FetchError } from "../../../http/fetch-error.ts";
import type { Verify } from "../channel.ts";

import { isSuccess, saidReason } from "../platform-request.ts";
import { logIn } from "./xrpc.ts";

/** Logs in, because only a login says whether the password still works. The session is not used. */
export const verifyBluesky: Verify = async (credentials, limits) => {
  try {
    const { status, json } = await logIn(credentials, limits);
    const [did, handle, active, state, message] = ["did", "handle", "active", "status", "message"].map(
      (name) => fieldOf(json, name),
    );
    if (status === 401) {
      const said = saidReason(message, credentials);
      return { outcome: "rejected", reason: `Bluesky rejected the login${said === "" ? "." : `: ${said}`}` };
    }
    if (!isSuccess(status) || typeof did !== "string" || typeof handle !== "string")
      return { outcome: "unavailable", reason: `Bluesky returned status ${status} to the login.` };
    if (active === false)
      return {
        outcome: "rejected",
        reason: `The account is ${saidReason(state, credentials) || "not active."}`,
      };
    const account = { id: did, name: handle, url: `https://bsky.app/profile/${handle}` };
    return { outcome: "verified", account, limits: limitsOf("bluesky") };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { outcome: "unavailable", reason: `Bluesky could not be reached: ${error.message}.` };
  }
};
