import { limitsOf } from "../../../domain/channel-limits.ts";
import type { Verification } from "../../../domain/connection.ts";
import { fieldOf } from "../../../domain/field-of.ts";
import { FetchError } from "../../../http/fetch-error.ts";
import type { Verify } from "../channel.ts";
import { isSuccess, type PlatformResponse } from "../platform-request.ts";
import { type Blog, blogOf, firstOf, reasonOf, requestGhost } from "./admin-api.ts";

/** Reads the site, which needs no key. With the key, reads what the channel will use: the newsletter, else the posts. */
export const verifyGhost: Verify = async (credentials, verifying) => {
  const blog = blogOf(credentials, verifying);
  const { newsletter } = blog;
  try {
    const [site, authorized] = await Promise.all([
      requestGhost(blog, "site/"),
      requestGhost(
        blog,
        newsletter === null
          ? "posts/?limit=1&fields=id"
          : `newsletters/?filter=${encodeURIComponent(`slug:'${newsletter}'`)}&limit=1`,
      ),
    ]);
    return siteProblem(blog, site) ?? keyProblem(blog, authorized) ?? verified(site);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { outcome: "unavailable", reason: `Ghost could not be reached: ${error.message}.` };
  }
};

function siteProblem(blog: Blog, site: PlatformResponse): Verification | null {
  const { title, url } = siteIn(site);
  if (isSuccess(site.status) && typeof title === "string" && typeof url === "string" && URL.canParse(url))
    return null;
  const reason = `No Ghost answers at the address of the blog: it returned status ${site.status}. ${reasonOf(blog, site)}`;
  return { outcome: "unavailable", reason: reason.trim() };
}

function keyProblem(blog: Blog, response: PlatformResponse): Verification | null {
  const { status, json } = response;
  const said = reasonOf(blog, response);
  if (status === 401 || status === 403)
    return { outcome: "rejected", reason: `Ghost does not accept the Admin API key. ${said}`.trim() };
  if (!isSuccess(status))
    return { outcome: "unavailable", reason: `Ghost returned status ${status} to the check. ${said}`.trim() };
  const { newsletter } = blog;
  if (newsletter === null) return null;
  const found = firstOf(json, "newsletters");
  if (found === undefined)
    return { outcome: "rejected", reason: `Ghost has no newsletter with the slug ${newsletter}.` };
  if (fieldOf(found, "status") !== "active")
    return { outcome: "rejected", reason: `The newsletter ${newsletter} is archived in Ghost.` };
  return null;
}

function verified(site: PlatformResponse): Verification {
  const { title, url } = siteIn(site);
  const { host, pathname } = new URL(String(url));
  const id = `${host}${pathname.replace(/\/+$/, "")}`;
  const account = { id, name: title === "" ? id : String(title), url: String(url) };
  return { outcome: "verified", account, limits: limitsOf("ghost") };
}

function siteIn({ json }: PlatformResponse): { title: unknown; url: unknown } {
  const site = fieldOf(json, "site");
  return { title: fieldOf(site, "title"), url: fieldOf(site, "url") };
}
