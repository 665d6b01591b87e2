import type * as z from "zod/mini";
import type { apiKeyRoutes } from "../../../functions/contract/routes/api-keys.ts";
import * as apiKeys from "../../../functions/contract/schemas/api-key.ts";
import {
  enumSchema,
  givenTimeText,
  id,
  lineText,
  pageSchema,
  requestSchema,
  responseSchema,
  withDefault,
} from "../component.ts";
import { exampleCursor, exampleIds, exampleTimes } from "../example-story.ts";
import {
  invalidExample,
  invalidLimitExample,
  type OperationText,
  type Tagged,
  unprocessableExample,
} from "../operation-text.ts";
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

/** Its checksum is wrong on purpose, so that it can never be a real key. */
const exampleKey = "cps_0example0example0example0example0example";

const nameText = "What the key is for.";
const roleText =
  "`read`: every GET except the list of API keys. `write`: also every change except to API keys and to the organization. `admin`: everything.";
const rateLimitText = "The number of requests per minute that the key may make.";

const shown = {
  id: id("key", "The id of the key. It is not the key itself."),
  name: nameText,
  role: roleText,
  rateLimit: rateLimitText,
  status: "`active`: the key works. `expired`: it no longer works; it stays in the list for 30 days.",
  createdAt,
  expiresAt: "When the key expires; `null` for never.",
  rotatedTo: id("key", "The id of the key that replaces this one; `null` if this key was not rotated."),
  lastUsedAt: "Approximately when the key was last used; `null` before its first use.",
} as const;

const key = {
  text: "The key itself. It is returned only once: the service stores only its hash. Send it as `Authorization: Bearer …`.",
  also: { pattern: "^cps_[0-9A-Za-z]{40,}$" },
};

export const apiKeyComponents = {
  ApiKey: responseSchema(apiKeys.apiKey, "An API key, without the key itself.", shown),
  ApiKeyPage: pageSchema(apiKeys.apiKeys, "API keys"),
  IssuedApiKey: responseSchema(apiKeys.issuedApiKey, "A new API key, with the key itself.", {
    ...shown,
    key,
  }),
  Role: enumSchema(
    apiKeys.role,
    "What a key may do. Each role includes the permissions of the one before it.",
  ),
  RotatedApiKey: responseSchema(apiKeys.rotatedApiKey, "An API key that replaces another one.", {
    ...shown,
    key,
    previousKey: [
      "The key that it replaces.",
      { id: id("key", "The id of the replaced key."), expiresAt: "When the replaced key expires." },
    ],
  }),
  NewApiKey: requestSchema(apiKeys.newApiKey, "A new API key.", {
    name: lineText(nameText),
    role: roleText,
    expiresAt: withDefault(
      givenTimeText("When the key expires, a time in the future; `null` for never."),
      null,
    ),
    rateLimit: rateLimitText,
  }),
  ApiKeyRotation: requestSchema(apiKeys.apiKeyRotation, "How long the replaced key stays valid.", {
    graceSeconds: "For how many seconds the replaced key stays valid. At most seven days.",
  }),
};

const { changed } = exampleTimes;
const { name, role } = exampleApiKey;
const expiresAt = "2099-01-31T12:00:00.000Z";
/** The same time, with another offset from UTC in the request. */
const givenExpiresAt = "2099-01-31T13:00:00+01:00";
const successor = "key_01KAJ8Q2W3E4R5T6Y7Z8X9C0VC";

export const apiKeyOperations: Tagged<Record<keyof typeof apiKeyRoutes, OperationText>> = {
  tag: "API keys",
  description:
    "API keys decide who may call which operations. The operator of the service issues the first key of an organization.",
  operations: {
    listApiKeys: {
      summary: "List API keys",
      description: "Returns the keys of the organization, including those that expired in the last 30 days.",
      query: createdQuery,
      success: {
        text: "A page of keys.",
        query: { limit: "1" },
        example: { data: [exampleApiKey], nextCursor: exampleCursor },
      },
      errors: [invalidLimitExample("ten")],
    },
    createApiKey: {
      summary: "Create an API key",
      description: "The key itself is in this response and is never returned again.",
      body: { name, role, expiresAt: givenExpiresAt, rateLimit: 600 },
      success: {
        text: "The new key.",
        example: { ...exampleApiKey, rateLimit: 600, expiresAt, key: exampleKey },
      },
      errors: [
        invalidExample({ body: { name, role: "owner" } }, [
          { field: "role", reason: "must be one of read, write, admin" },
        ]),
        unprocessableExample(
          "tooMany",
          "The organization already has 100 keys, and none of them has expired.",
          "An organization can have at most 100 API keys: revoke one first.",
        ),
      ],
    },
    deleteApiKey: {
      summary: "Revoke an API key",
      description: "From now on, every request with this key returns 401.",
      success: { text: "The key is revoked." },
      errors: [
        unprocessableExample(
          "isNeeded",
          "No other admin key is valid as long as this one.",
          "No other admin key is valid as long as this one, and an organization needs an admin key to manage its keys: create or rotate one first.",
        ),
      ],
    },
    rotateApiKey: {
      summary: "Rotate an API key",
      description:
        "Creates a key with the same name, role and rate limit. The old key stays valid for `graceSeconds`. A request without a body is treated like one with an empty object.",
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
      errors: [
        invalidExample({ body: { graceSeconds: 604_801 } }, [
          { field: "graceSeconds", reason: "must be at most 604800" },
        ]),
        unprocessableExample(
          "isRotated",
          "The key was already rotated.",
          `This API key has already been rotated: ${successor} replaces it.`,
        ),
      ],
    },
  },
};
