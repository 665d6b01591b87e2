import * as apiKeys from "../../schemas/api-key.ts";
import * as organizations from "../../schemas/organization.ts";
import { givenTimeText, id, lineText, pageOf, sent, taken, usually, valuesOf } from "../texts.ts";
import { createdAt, updatedAt } from "./shared.ts";

const name = "What the key is for.";
const role =
  "`read`: every GET but the list of API keys. `write`: also every change but those of keys and of the organization. `admin`: everything.";
const rateLimit = "Requests a minute.";

const shown = {
  id: id("key", "Identifies the key; it is not the key itself."),
  name,
  role,
  rateLimit,
  status: "`expired` when it is good for nothing any more; it is listed for 30 days after its end.",
  createdAt,
  expiresAt: "When it ends; `null` for never.",
  rotatedTo: id("key", "The id of the key that has taken its place; `null` before it is rotated."),
  lastUsedAt: "About when it was last used; `null` before its first use.",
} as const;

const key = {
  text: "The key itself, shown this once: send it as `Authorization: Bearer …`. Only a hash of it is kept.",
  also: { pattern: "^cps_[0-9A-Za-z]{40,}$" },
};

export const organizationComponents = {
  Organization: sent(organizations.organization, "The organization that the key belongs to.", {
    id: id("org", "Identifies the organization."),
    name: "What the organization is called.",
    createdAt,
    updatedAt,
  }),
  OrganizationChanges: taken(
    organizations.organizationChanges,
    "What is to change of the organization; a field not given stays as it is.",
    { name: lineText("What the organization is called.") },
  ),
};

export const apiKeyComponents = {
  ApiKey: sent(apiKeys.apiKey, "What is known of an API key. The key itself is not.", shown),
  ApiKeyPage: pageOf(apiKeys.apiKeys, "API keys"),
  IssuedApiKey: sent(apiKeys.issuedApiKey, "A new API key.", { ...shown, key }),
  Role: valuesOf(apiKeys.role, "What a key may do; each role may do what the one before it may."),
  RotatedApiKey: sent(apiKeys.rotatedApiKey, "An API key that takes the place of another.", {
    ...shown,
    key,
    previousKey: [
      "The key that it takes the place of.",
      { id: id("key", "Identifies the key before."), expiresAt: "Until when the key before is good." },
    ],
  }),
  NewApiKey: taken(apiKeys.newApiKey, "An API key to be made.", {
    name: lineText(name),
    role,
    expiresAt: usually(givenTimeText("When it is to end, in time to come; `null` for never."), null),
    rateLimit,
  }),
  ApiKeyRotation: taken(apiKeys.apiKeyRotation, "How long the key before stays good.", {
    graceSeconds: "For how many seconds the key before stays good: up to seven days.",
  }),
};
