import type { BrowserContext } from "playwright-core";
import { openHttpClient } from "../../support/client/http-client.ts";
import { provided } from "../../support/setup/provided.ts";

const cookieName = "__Host-session";

/** Exchanges an API key for a session, and returns the value of its cookie. */
async function newSessionCookie(key: string): Promise<string> {
  const client = openHttpClient(provided("service"));
  try {
    const { status, headers, text } = await client.call("POST", "/v1/session", { key });
    const cookie = [headers["set-cookie"] ?? []].flat().find((line) => line.startsWith(`${cookieName}=`));
    if (status !== 201 || cookie === undefined) throw new Error(`no session: ${status} ${text}`);
    return cookie.slice(cookieName.length + 1).replace(/;.*$/, "");
  } finally {
    client.close();
  }
}

/** Signs a browser in with an API key, as the page of signing in does. */
export async function signIn(context: BrowserContext, key: string): Promise<void> {
  const cookie = { name: cookieName, value: await newSessionCookie(key), url: provided("service").url };
  await context.addCookies([{ ...cookie, httpOnly: true, secure: true, sameSite: "Strict" }]);
}

/** Ends the browser's session on the service, as when its key is revoked. The cookie stays. */
export async function endSession(context: BrowserContext): Promise<void> {
  const { url } = provided("service");
  const [cookie] = (await context.cookies(url)).filter(({ name }) => name === cookieName);
  if (cookie === undefined) throw new Error("the browser has no session");
  const client = openHttpClient(provided("service"));
  try {
    const headers = { Cookie: `${cookieName}=${cookie.value}`, "X-Requested-With": "dashboard" };
    const { status, text } = await client.call("DELETE", "/v1/session", { headers });
    if (status !== 204) throw new Error(`the session did not end: ${status} ${text}`);
  } finally {
    client.close();
  }
}
