import type * as z from "zod/mini";
import type { sessionRoutes } from "../../../functions/contract/routes/sessions.ts";
import { session } from "../../../functions/contract/schemas/session.ts";
import { id, responseSchema } from "../component.ts";
import { exampleIds } from "../example-story.ts";
import type { OperationText, Tagged } from "../operation-text.ts";

const exampleSession: z.output<typeof session> = {
  role: "read",
  organizationId: exampleIds.org,
  expiresAt: "2026-11-23T21:00:00.000Z",
};

export const sessionComponents = {
  Session: responseSchema(session, "What the caller may do, and until when.", {
    role: "The role of the API key.",
    organizationId: id("org", "The organization of the API key."),
    expiresAt:
      "When the session ends: twelve hours after its creation, or when the key expires if that is earlier. For a request with the key itself: when the key expires; `null` for never.",
  }),
};

export const sessionOperations: Tagged<Record<keyof typeof sessionRoutes, OperationText>> = {
  tag: "Sessions",
  description:
    "A session stands for an API key in a browser, which need not store the key: its cookie cannot be read by a script.",
  operations: {
    createSession: {
      summary: "Open a session",
      description:
        "Returns the cookie of a new session in `Set-Cookie`. Needs the API key itself: a session cannot open another one.",
      success: { text: "The session.", example: exampleSession },
    },
    getSession: {
      summary: "Get the session",
      description: "Returns the session of the request's cookie, or what the API key of the request may do.",
      success: {
        text: "What the caller may do. The caller of this example has the key itself, which does not expire.",
        example: { ...exampleSession, expiresAt: null },
      },
    },
    deleteSession: {
      summary: "End the session",
      description:
        "Ends the session of the request's cookie and deletes the cookie. The API key stays valid.",
      success: { text: "The session has ended." },
    },
  },
};
