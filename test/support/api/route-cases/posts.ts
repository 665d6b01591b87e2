import type { postRoutes } from "../../../../functions/contract/routes/posts.ts";
import { newPost } from "../valid-bodies.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

export const postCases: Record<keyof typeof postRoutes, RouteCase> = {
  listPosts: {
    idInResponse: "pst",
    invalidRequests: [
      ...invalidPages,
      {
        query: "status=pending,gone&sort=name&order=up&limit=0&brandId=",
        fields: ["status", "sort", "order", "limit", "brandId"],
      },
      { query: "status=", fields: ["status"] },
    ],
  },
  createPost: {
    body: newPost,
    idsInBody: ({ brd: brandId }) => ({ brandId }),
    idInResponse: "brd",
    invalidRequests: [
      { body: {}, fields: ["brandId", "channel", "text"] },
      {
        body: {
          brandId: "",
          channel: "fax",
          text: " ",
          link: "ftp://example.com",
          hashtags: ["two words"],
          media: [{ url: "https://example.com/a.jpg" }, { url: "x", alt: " " }],
          scheduledAt: "tomorrow",
          status: "scheduled",
        },
        fields: [
          "brandId",
          "channel",
          "text",
          "link",
          "hashtags[0]",
          "media[0].alt",
          "media[1].url",
          "media[1].alt",
          "scheduledAt",
          "status",
        ],
      },
      {
        body: {
          ...newPost,
          brandId: "b".repeat(201),
          link: "https://10.0.0.1/",
          media: [{ url: "https://[fd00::1]/a.jpg", alt: "A cup" }],
        },
        fields: ["brandId", "link", "media[0].url"],
      },
    ],
  },
  getPost: { idInResponse: "pst", invalidRequests: [] },
  updatePost: {
    body: {
      text: "Hello again",
      link: "https://example.com/again",
      hashtags: ["#again", "more"],
      media: [{ url: "https://example.com/again.jpg", alt: "A second cup" }],
      scheduledAt: "2098-01-01T09:00:00+01:00",
    },
    idInResponse: "pst",
    invalidRequests: [
      {
        body: { text: " ", link: "ftp://example.com", hashtags: ["two words", "7"], scheduledAt: "tomorrow" },
        fields: ["text", "link", "hashtags[0]", "hashtags[1]", "scheduledAt"],
      },
      {
        body: {
          media: Array.from({ length: 5 }, () => ({ url: "https://example.com/a.jpg", alt: "A cup" })),
        },
        fields: ["media"],
      },
      { body: { media: [{ url: "https://10.0.0.1/a.jpg", alt: "a" }] }, fields: ["media[0].url"] },
      { body: { media: null }, fields: ["media"] },
      {
        body: { text: null, link: 1, hashtags: "#one", scheduledAt: "1999-12-31T00:00:00Z" },
        fields: ["text", "link", "hashtags", "scheduledAt"],
      },
      {
        body: {
          text: "a".repeat(10_001),
          link: "https://10.0.0.1/",
          hashtags: Array.from({ length: 21 }, (_, index) => `tag${index}`),
          scheduledAt: "2026-11-21T09:00:00",
        },
        fields: ["text", "link", "hashtags", "scheduledAt"],
      },
    ],
  },
  deletePost: { invalidRequests: [] },
  approvePost: { idInResponse: "pst", invalidRequests: [] },
  rejectPost: { idInResponse: "pst", invalidRequests: [] },
  submitPost: { idInPath: "draft", idInResponse: "draft", invalidRequests: [] },
  cancelPost: { idInPath: "scheduled", idInResponse: "scheduled", invalidRequests: [] },
  retryPost: { idInPath: "failed", idInResponse: "failed", invalidRequests: [] },
  resolvePost: {
    body: { status: "published", externalUrl: "https://example.com/posts/1" },
    idInPath: "failed",
    idInResponse: "failed",
    invalidRequests: [
      { body: {}, fields: ["status"] },
      { body: { status: "published" }, fields: ["externalUrl"] },
      { body: { status: "draft", externalUrl: "x" }, fields: ["status", "externalUrl"] },
      { body: { status: "published", externalUrl: "https://10.0.0.1/" }, fields: ["externalUrl"] },
    ],
  },
};
