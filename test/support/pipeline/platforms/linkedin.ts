import { trusted } from "../../../../functions/domain/trusted.ts";
import { type PlatformCall, type PlatformReply, startFakePlatform } from "../fake-platform.ts";
import { readLittleText } from "./little-text.ts";

/** A post in the feed. */
interface LinkedinPost {
  urn: string;
  /** As it was sent. */
  commentary: string;
  hashtags: string[];
  mentions: string[];
  /** As readers see it. */
  text: string;
  images: { alt: string; base64: string }[];
  article: { source: string; title: string } | null;
}

interface Settings {
  /** Whose token it is. @default the author */
  mayPostFor?: string;
  /** Whether the token has the permission to read the profile and the reactions. @default true */
  mayRead?: boolean;
}

interface PostBody {
  author: string;
  commentary: string;
  visibility: string;
  distribution: { feedDistribution: string };
  lifecycleState: string;
  content?: {
    media?: { id: string; altText: string };
    multiImage?: { images: { id: string; altText: string }[] };
    article?: { source: string; title?: string };
  };
}

const failure = (status: number, code: string, message: string): PlatformReply => ({
  status,
  json: { status, code, message },
});

const denied = (resource: string) =>
  failure(403, "ACCESS_DENIED", `Not enough permissions to access: ${resource}`);

/** The versions that LinkedIn supports now: each for a year. */
const activeVersions = /^2026(?:0[1-9]|1[01])$/;

/**
 * Starts a platform that behaves as LinkedIn's documentation says: versions, permissions, uploads before the post, and no
 * duplicates. https://learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api and /images-api
 */
export async function startLinkedin(
  accessToken: string,
  author: string,
  { mayPostFor = author, mayRead = true }: Settings = {},
) {
  const posts: LinkedinPost[] = [];
  /** By URN; null until the bytes have come. */
  const uploads = new Map<string, Buffer | null>();
  const versions = new Set<string>();
  const platform = await startFakePlatform({
    publishes: ({ method, path }) => method === "POST" && path === "/rest/posts",
    answer: (call) => problemOf(call) ?? answerTo(call),
    // LinkedIn documents no header, but a proxy before it may send one.
    rateLimited: (seconds) => ({
      ...failure(429, "TOO_MANY_REQUESTS", "Too many requests"),
      headers: { "Retry-After": String(seconds) },
    }),
    credentialsExpired: failure(401, "EXPIRED_ACCESS_TOKEN", "Expired access token"),
    rejected: failure(400, "INVALID_VALUE_FOR_FIELD", `commentary can't be set by ${accessToken}`),
    unavailable: {
      ...failure(503, "SERVICE_UNAVAILABLE", "Under maintenance"),
      headers: { "Retry-After": "1" },
    },
  });

  function problemOf({ path, headers }: PlatformCall): PlatformReply | null {
    if (headers.authorization !== `Bearer ${accessToken}`)
      return failure(401, "INVALID_ACCESS_TOKEN", "Invalid access token");
    if (!path.startsWith("/rest/")) return null;
    const version = headers["linkedin-version"];
    if (typeof version !== "string") return failure(400, "VERSION_MISSING", "A version must be present.");
    versions.add(version);
    if (!activeVersions.test(version))
      return failure(426, "NONEXISTENT_VERSION", `Requested version ${version}01 is not active`);
    return headers["x-restli-protocol-version"] === "2.0.0" ? null : failure(400, "BAD_REQUEST", "Protocol");
  }

  function answerTo({ method, path, json, body }: PlatformCall): PlatformReply {
    if (path === "/rest/images?action=initializeUpload") return reserve(json);
    if (method === "PUT" && path.startsWith("/dms-uploads/")) return take(path, body);
    if (path === "/rest/posts") return create(trusted<PostBody>(json));
    if (!mayRead) return denied(path);
    if (path === "/v2/userinfo") return { status: 200, json: { sub: "abc", name: "Ada Acme" } };
    if (path.startsWith("/rest/organizations/"))
      return { status: 200, json: { localizedName: "Acme", vanityName: "acme" } };
    const [, urn] = /^\/rest\/socialMetadata\/(urn%3Ali%3Ashare%3A\d+)$/.exec(path) ?? [];
    if (!posts.some((post) => post.urn === decodeURIComponent(urn ?? "")))
      return failure(404, "NOT_FOUND", "Could not find entity");
    const reactionSummaries = { LIKE: { reactionType: "LIKE", count: 4 }, PRAISE: { count: 2 } };
    return { status: 200, json: { reactionSummaries, commentSummary: { count: 3, topLevelCount: 1 } } };
  }

  function reserve(json: unknown): PlatformReply {
    const { owner } = trusted<{ initializeUploadRequest: { owner: string } }>(json).initializeUploadRequest;
    if (owner !== mayPostFor) return denied("images.initializeUpload");
    const image = `urn:li:image:${uploads.size + 1}`;
    uploads.set(image, null);
    const uploadUrl = `${platform.origin}/dms-uploads/${uploads.size}/uploaded-image/0?ca=vector_feedshare`;
    return { status: 200, json: { value: { uploadUrl, image, uploadUrlExpiresAt: 0 } } };
  }

  function take(path: string, body: Buffer): PlatformReply {
    uploads.set(`urn:li:image:${path.split("/")[2]}`, body);
    return { status: 201 };
  }

  function create(post: PostBody): PlatformReply {
    const { commentary, content = {}, lifecycleState, visibility, distribution } = post;
    if (post.author !== mayPostFor) return denied("posts.CREATE");
    if (
      lifecycleState !== "PUBLISHED" ||
      visibility !== "PUBLIC" ||
      distribution.feedDistribution !== "MAIN_FEED"
    )
      return failure(400, "MISSING_FIELD", "A field is required but missing");
    if (commentary.length > 3_000)
      return failure(400, "FIELD_LENGTH_TOO_LONG", "commentary length can't exceed 3000");
    if (content.article !== undefined && (content.article.title ?? "") === "")
      return failure(400, "MISSING_FIELD", "title is required but missing");
    if (content.multiImage !== undefined && content.multiImage.images.length < 2)
      return failure(400, "INVALID_VALUE_FOR_FIELD", "multiImage needs at least 2 images");
    const named = content.multiImage?.images ?? (content.media === undefined ? [] : [content.media]);
    if (named.some(({ id }) => !Buffer.isBuffer(uploads.get(id))))
      return failure(400, "MEDIA_ASSET_WAITING_UPLOAD", "Media asset is waiting upload");
    const known = posts.find((one) => one.commentary === commentary);
    if (known !== undefined)
      return failure(
        422,
        "DUPLICATE_POST",
        `BadRequestResponseException: Content is a duplicate of ${known.urn}`,
      );
    const urn = `urn:li:share:${7_000 + posts.length}`;
    const images = named.map(({ id, altText }) => ({
      alt: altText,
      base64: uploads.get(id)?.toString("base64") ?? "",
    }));
    const { source = "", title = "" } = content.article ?? {};
    const article = content.article === undefined ? null : { source, title };
    posts.push({ urn, commentary, images, article, ...readLittleText(commentary) });
    return { status: 201, headers: { "x-restli-id": urn } };
  }

  return { ...platform, posts, versions };
}
