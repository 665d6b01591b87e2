import { limitsOf } from "../../../domain/channel-limits.ts";
import type { ChannelAccount, Verification } from "../../../domain/connection.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import { FetchError } from "../../../http/fetch-error.ts";
import type { Verify } from "../channel.ts";
import { isSuccess, type PlatformResponse, saidReason } from "../platform-request.ts";
import {
  type LinkedinApi,
  linkedinCredentialsIn,
  lostStatuses,
  openLinkedin,
  reasonIn,
  reserveUpload,
} from "./api.ts";

const organizationPrefix = "urn:li:organization:";

/**
 * Reserves the upload of an image for the author, which needs the permission to post and shows nothing to anybody. Reading
 * the profile would need another permission: without it, the account has its URN as its name.
 */
export function verifyLinkedin(api: LinkedinApi): Verify {
  return async (credentials, limits) => {
    const { accessToken, author } = linkedinCredentialsIn(credentials);
    const ask = openLinkedin(api, credentials, limits);
    const isOrganization = author.startsWith(organizationPrefix);
    const profilePath = isOrganization
      ? `/rest/organizations/${author.slice(organizationPrefix.length)}`
      : "/v2/userinfo";
    try {
      const [permitted, profile] = await Promise.all([reserveUpload(ask, author), ask(profilePath)]);
      if (!isSuccess(permitted.status)) return problem(permitted, accessToken);
      if (!isSuccess(profile.status) && !hiddenStatuses.includes(profile.status))
        return problem(profile, accessToken);
      const account = isOrganization ? organizationIn(profile, author) : memberIn(profile, author);
      return { outcome: "verified", account, limits: limitsOf("linkedin") };
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      return { outcome: "unavailable", reason: `LinkedIn could not be reached: ${error.message}.` };
    }
  };
}

/** The token may not read the profile, which publishing does not need. */
const hiddenStatuses: readonly number[] = [401, 403, 404];

function problem(response: PlatformResponse, accessToken: string): Verification {
  const said = saidReason(reasonIn(response), { accessToken });
  return {
    outcome: lostStatuses.includes(response.status) ? "rejected" : "unavailable",
    reason: `LinkedIn returned status ${response.status}${said === "" ? "." : `: ${said}`}`,
  };
}

function memberIn({ json }: PlatformResponse, author: string): ChannelAccount {
  const name = fieldOf(json, "name");
  return { id: author, name: typeof name === "string" ? name : author, url: null };
}

function organizationIn({ json }: PlatformResponse, author: string): ChannelAccount {
  const name = fieldOf(json, "localizedName");
  return {
    id: author,
    name: typeof name === "string" ? name : author,
    url: `https://www.linkedin.com/company/${author.slice(organizationPrefix.length)}/`,
  };
}
