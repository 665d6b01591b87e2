import type * as z from "zod/mini";
import type { apiKeyRoutes } from "../../../functions/contract/routes/api-keys.ts";
import * as apiKeys from "../../../functions/contract/schemas/api-key.ts";
import { givenTimeText, id, lineText, pageOf, sent, taken, usually, valuesOf } from "../component.ts";
import { exampleCursor, exampleIds, exampleTimes } from "../example-story.ts";
import { notPossible, notValid, type OperationText, type Tagged } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";
import { createdAt } from "../shared-components.ts";

const exampleApiKey: z.output<typeof apiKeys.apiKey> = {
  id: exampleIds.key,
  name: "Nightly export",
  role: "read",
  rateLimit: 120,
  status: "active",
  createdAt: exampleTimes.made,
  expiresAt: null,
  rotatedTo: null,
  lastUsedAt: null,
};

/** Its checksum is wrong on purpose: nobody has it. */
const exampleKey = "cps_0example0example0example0example0example";

const nameText = "What the key is for.";
const roleText =
  "`read`: every GET but the list of API keys. `write`: also every change but those of keys and of the organization. `admin`: everything.";
const rateLimitText = "Requests a minute.";

const shown = {
  id: id("key", "Identifies the key; it is not the key itself."),
  name: nameText,
  role: roleText,
  rateLimit: rateLimitText,
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
    name: lineText(nameText),
    role: roleText,
    expiresAt: usually(givenTimeText("When it is to end, in time to come; `null` for never."), null),
    rateLimit: rateLimitText,
  }),
  ApiKeyRotation: taken(apiKeys.apiKeyRotation, "How long the key before stays good.", {
    graceSeconds: "For how many seconds the key before stays good: up to seven days.",
  }),
};

const { changed } = exampleTimes;
const { name, role } = exampleApiKey;
const expiresAt = "2099-01-31T12:00:00.000Z";
/** The same moment as a client may give it. */
const givenExpiresAt = "2099-01-31T13:00:00+01:00";
const successor = "key_01KAJ8Q2W3E4R5T6Y7Z8X9C0VC";

export const apiKeyOperations: Tagged<Record<keyof typeof apiKeyRoutes, OperationText>> = {
  tag: "API keys",
  description: "Who may call, and what. The first key of an organization comes from the service's operator.",
  operations: {
    listApiKeys: {
      summary: "List API keys",
      description: "The keys of the organization, also those that ended in the last 30 days.",
      query: createdQuery,
      success: {
        text: "A page of keys.",
        query: { limit: "1" },
        example: { data: [exampleApiKey], nextCursor: exampleCursor },
      },
      refused: [
        notValid({ query: { limit: "ten" } }, [
          { field: "limit", reason: "must be an integer from 1 to 100" },
        ]),
      ],
    },
    createApiKey: {
      summary: "Create an API key",
      description: "The key is shown in this answer and never again.",
      body: { name, role, expiresAt: givenExpiresAt, rateLimit: 600 },
      success: {
        text: "The new key.",
        example: { ...exampleApiKey, rateLimit: 600, expiresAt, key: exampleKey },
      },
      refused: [
        notValid({ body: { name, role: "owner" } }, [
          { field: "role", reason: "must be one of read, write, admin" },
        ]),
        notPossible(
          "tooMany",
          "The organization holds 100 keys already, and none has ended.",
          "An organization holds at most 100 API keys: revoke one first.",
        ),
      ],
    },
    deleteApiKey: {
      summary: "Revoke an API key",
      description: "From its next request on it is refused, everywhere.",
      success: { text: "It is revoked." },
      refused: [
        notPossible(
          "isNeeded",
          "It is the only admin key that lasts so long.",
          "No other admin key lasts as long as this one, and without it nobody could manage the keys: create or rotate one first.",
        ),
      ],
    },
    rotateApiKey: {
      summary: "Rotate an API key",
      description:
        "Makes a key of the same name, role and limit. The one before is good for `graceSeconds` more. A request without a body is one with an empty object.",
      body: { graceSeconds: 600 },
      success: {
        text: "The new key.",
        example: {
          ...exampleApiKey,
          id: successor,
          key: exampleKey,
          createdAt: changed,
          previousKey: { id: exampleApiKey.id, expiresAt: "2026-11-21T09:10:00.000Z" },
        },
      },
      refused: [
        notValid({ body: { graceSeconds: 604_801 } }, [
          { field: "graceSeconds", reason: "must be at most 604800" },
        ]),
        notPossible(
          "isRotated",
          "It was rotated before.",
          `This API key was rotated already: ${successor} has taken its place.`,
        ),
      ],
    },
  },
};
