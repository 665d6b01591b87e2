import { describe, expect, it } from "vitest";
import { verifyLinkedin } from "../../../functions/pipeline/channels/linkedin/verify.ts";
import { startAnswering } from "../../support/pipeline/answering-platform.ts";
import { startLinkedin } from "../../support/pipeline/platforms/linkedin.ts";
import { verified } from "../../support/pipeline/requests-to-platforms.ts";

const accessToken = "AQX-a-secret-of-the-brand";
const member = "urn:li:person:abc";
const organization = "urn:li:organization:42";

async function verificationAt(apiUrl: string, given: Readonly<Record<string, string>> = {}) {
  const verification = await verified(verifyLinkedin({ apiUrl }), { accessToken, author: member, ...given });
  expect(JSON.stringify(verification)).not.toContain("a-secret-of-the-brand");
  return verification;
}

it.each([
  ["a member", member, true, { id: member, name: "Ada Acme", url: null }],
  ["a member whose profile is hidden", member, false, { id: member, name: member, url: null }],
  [
    "an organization",
    organization,
    true,
    { id: organization, name: "Acme", url: "https://www.linkedin.com/company/42/" },
  ],
  [
    "an organization whose page is hidden",
    organization,
    false,
    { id: organization, name: organization, url: "https://www.linkedin.com/company/42/" },
  ],
])(
  "%s for whom the token may post is verified, and nothing is published",
  async (_, author, mayRead, account) => {
    const { origin, posts } = await startLinkedin(accessToken, author, { mayRead });
    expect(await verificationAt(origin, { author })).toEqual({
      outcome: "verified",
      account,
      limits: { text: 3_000, unit: "utf16_units", images: 4 },
    });
    expect(posts).toEqual([]);
  },
);

describe("a check of the credentials", () => {
  it.each([
    ["another token", { accessToken: "other-token" }, "401: Invalid access token."],
    [
      "an author for whom the token may not post",
      { author: organization },
      "403: Not enough permissions to access: images.initializeUpload.",
    ],
    [
      "a version that has ended",
      { version: "202401" },
      '426: Requested version 20240101 is not active: set "version" to one that LinkedIn supports.',
    ],
  ])("rejects %s, with the reason of LinkedIn", async (_, given, said) => {
    const { origin } = await startLinkedin(accessToken, member);
    expect(await verificationAt(origin, given)).toEqual({
      outcome: "rejected",
      reason: `LinkedIn returned status ${said}`,
    });
  });

  it.each([
    [400, { message: "The URN ID provided is invalid" }],
    [429, { message: "Resource level throttle limit for calls to this resource is reached." }],
    [500, { message: `Internal error of ${accessToken}` }],
    [502, undefined],
  ])("says nothing about them after status %i, so the connection stays", async (status, json) => {
    const origin = await startAnswering({ status, ...(json !== undefined && { json }) });
    expect(await verificationAt(origin)).toMatchObject({ outcome: "unavailable" });
  });

  it("says nothing about them when LinkedIn cannot be reached", async () => {
    expect(await verificationAt("https://localhost:1")).toEqual({
      outcome: "unavailable",
      reason: "LinkedIn could not be reached: localhost refused the connection.",
    });
  });
});
