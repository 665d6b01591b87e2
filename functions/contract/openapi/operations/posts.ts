import type { postRoutes } from "../../routes/posts.ts";
import { exampleIds, exampleTimes } from "../examples/ids.ts";
import { exampleCursor, examplePost } from "../examples/resources.ts";
import { notPossible, notValid, type OperationText, type Tagged } from "../operation-text.ts";

const { changed, due } = exampleTimes;
const text = "How long should an espresso take? Twenty-five seconds.";
const link = "https://example.com/espresso";

function moved(status: "draft" | "pending" | "scheduled") {
  return { ...examplePost, status, updatedAt: changed };
}

function wrongStatus(verb: string, needed: string) {
  return notPossible(
    "wrongStatus",
    "The post is in a status that does not lead there.",
    `A post in status published cannot be ${verb}: it must be ${needed}.`,
  );
}

export const postOperations: Tagged<Record<keyof typeof postRoutes, OperationText>> = {
  tag: "Posts",
  description:
    "A post is one piece of content for one channel. Runs make posts: they wait for approval, or are scheduled at once where the brand says so.",
  operations: {
    listPosts: {
      summary: "List posts",
      description: "The posts of the organization, by status and brand.",
      query: ["PostStatus", "PostBrand", "PostSort", "Order", "Limit", "Cursor"],
      success: {
        text: "A page of posts.",
        query: {
          status: "pending,scheduled",
          brandId: exampleIds.brd,
          sort: "scheduledAt",
          order: "asc",
          limit: "1",
        },
        example: { data: [examplePost], nextCursor: exampleCursor },
      },
      refused: [
        notValid({ query: { status: "pending,gone", cursor: "forged" } }, [
          {
            field: "status",
            reason:
              "must be one or more of draft, pending, scheduled, published, failed, separated by commas",
          },
        ]),
      ],
    },
    getPost: {
      summary: "Get a post",
      description: "One post of the organization.",
      success: { text: "The post.", example: examplePost },
    },
    updatePost: {
      summary: "Change a post",
      description:
        "Fields that are not given stay as they are. A published post stays as it is. A scheduled post moves to its new time at once.",
      body: { text, link, hashtags: ["#espresso"], scheduledAt: "2098-11-24T09:30:00+01:00" },
      success: {
        text: "The post as it is now.",
        example: {
          ...examplePost,
          content: { ...examplePost.content, text, link, hashtags: ["espresso"] },
          scheduledAt: due,
          updatedAt: changed,
        },
      },
      refused: [
        notValid({ body: { text: " ", scheduledAt: "tomorrow" } }, [
          { field: "text", reason: "must not be blank" },
          {
            field: "scheduledAt",
            reason: "must be an ISO 8601 date and time with its offset, such as 2026-11-21T09:00:00Z",
          },
        ]),
        notPossible(
          "isPublished",
          "The post is published.",
          "A post in status published cannot be changed any more.",
        ),
      ],
    },
    approvePost: {
      summary: "Approve a post",
      description:
        "`pending` becomes `scheduled`: it is published at its `scheduledAt`, or now if that has passed. Of two approvals at once one succeeds. Sends `post.scheduled`.",
      success: { text: "The scheduled post.", example: moved("scheduled") },
      refused: [wrongStatus("approved", "pending")],
    },
    rejectPost: {
      summary: "Reject a post",
      description: "`pending` becomes `draft`.",
      success: { text: "The rejected post.", example: moved("draft") },
      refused: [wrongStatus("rejected", "pending")],
    },
    submitPost: {
      summary: "Submit a post",
      description: "`draft` becomes `pending`: it waits for approval again.",
      success: { text: "The submitted post.", example: moved("pending") },
      refused: [wrongStatus("submitted", "draft")],
    },
    cancelPost: {
      summary: "Cancel the publication of a post",
      description: "`scheduled` becomes `draft`.",
      success: { text: "The cancelled post.", example: moved("draft") },
      refused: [wrongStatus("cancelled", "scheduled")],
    },
    retryPost: {
      summary: "Publish a failed post again",
      description:
        "`failed` becomes `scheduled`, at its time or now if that has passed. Sends `post.scheduled`.",
      success: { text: "The scheduled post.", example: moved("scheduled") },
      refused: [wrongStatus("retried", "failed")],
    },
  },
};
