import { randomBytes } from "node:crypto";
import { sameText } from "../emulator/access-key.ts";

const validMs = 5 * 60_000;
/** An older link becomes invalid when there are more. */
const linksMax = 10;
const tokenBytes = 32;

export const signInPath = "/sign-in";

/** Links that sign a browser in with an API key, each once. They are only in the memory of this process. */
export interface SignInLinks {
  /** Returns the URL of a new link, which is valid for five minutes. */
  issue(key: string): string;
  /** Returns the API key of a link, and makes the link invalid. Returns undefined for a token that is not valid. */
  redeem(token: string): string | undefined;
}

/** The token is in the URL's fragment, which browsers send to no server. `nowMs` is a time that never goes back. */
export function openSignInLinks({ origin, nowMs }: { origin: string; nowMs: () => number }): SignInLinks {
  let links: { token: string; key: string; untilMs: number }[] = [];
  return {
    issue(key) {
      const token = randomBytes(tokenBytes).toString("base64url");
      links = [...links, { token, key, untilMs: nowMs() + validMs }].slice(-linksMax);
      return `${origin}${signInPath}#${token}`;
    },
    redeem(given) {
      links = links.filter(({ untilMs }) => nowMs() < untilMs);
      // Compares the token with every link, so that the time does not tell which link matches.
      const [link] = links.filter(({ token }) => sameText(given, token));
      links = links.filter((one) => one !== link);
      return link?.key;
    },
  };
}
