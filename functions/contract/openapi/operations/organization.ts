import type { apiKeyRoutes } from "../../routes/api-keys.ts";
import type { organizationRoutes } from "../../routes/organization.ts";
import { exampleTimes } from "../examples/ids.ts";
import { exampleApiKey, exampleCursor, exampleKey, exampleOrganization } from "../examples/resources.ts";
import { notPossible, notValid, type OperationText, type Tagged } from "../operation-text.ts";
import { createdQuery } from "../parameters.ts";

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

export const organizationOperations: Tagged<Record<keyof typeof organizationRoutes, OperationText>> = {
  tag: "Organization",
  description: "The organization that a key belongs to: it sees nothing else.",
  operations: {
    getOrganization: {
      summary: "Get the organization",
      description: "The one that the key belongs to.",
      success: { text: "The organization.", example: exampleOrganization },
    },
    updateOrganization: {
      summary: "Change the organization",
      description: "Fields that are not given stay as they are.",
      body: { name: "Acme and Sons" },
      success: {
        text: "The organization as it is now.",
        example: { ...exampleOrganization, name: "Acme and Sons", updatedAt: changed },
      },
      refused: [
        notValid({ body: { name: "" } }, [{ field: "name", reason: "must be at least 1 character" }]),
      ],
    },
  },
};
