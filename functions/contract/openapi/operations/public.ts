import type { publicRoutes } from "../../routes/public.ts";
import { unknownId } from "../examples/ids.ts";
import { notThere, type OperationText, type Tagged } from "../operation-text.ts";

export const publicOperations: Tagged<Record<keyof typeof publicRoutes, OperationText>> = {
  tag: "Public",
  description: "What anybody may read: no key is needed, and no rate is counted.",
  operations: {
    readFeed: {
      summary: "Read the feed of a brand",
      description:
        "What the brand has published to the channel `feed`, newest first, as JSON Feed or as RSS.",
      success: { text: "The feed." },
      refused: [notThere("feed", { path: { file: `${unknownId("brd")}.json` } })],
    },
    followLink: {
      summary: "Follow the link of a post",
      description: "Counts a click and leads on to where the post's link leads.",
      success: { text: "Leads on to the link." },
    },
    getOpenapi: {
      summary: "Get this document",
      description: "The description of the whole service in OpenAPI 3.1.",
      success: { text: "The document." },
    },
  },
};
