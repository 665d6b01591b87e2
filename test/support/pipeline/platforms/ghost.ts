import { createHmac } from "node:crypto";
import { codePointCount } from "../../../../functions/domain/text-length.ts";
import { trusted } from "../../../../functions/domain/trusted.ts";
import { type PlatformCall, type PlatformReply, startFakePlatform } from "../fake-platform.ts";

const keyId = "6489c3bf3a5d6f0001c0ffee";
const secret = "a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90";
export const ghostAdminKey = `${keyId}:${secret}`;

/** A post of the blog. Its other fields are as they were sent. */
export interface GhostPost {
  id: string;
  slug: string;
  status: string;
  title: string;
  html: string;
  tags: { name: string }[];
  feature_image: string | null;
  feature_image_alt: string | null;
  updated_at: string;
  /** The newsletters that have sent the post, one for each e-mail. */
  emails: string[];
}

type GivenPost = Partial<GhostPost>;

interface GhostOptions {
  /** Which requests have faults, and are counted. @default those that publish a post */
  publishes?: (call: PlatformCall) => boolean;
  /** The directory of the blog at its host. @default none */
  directory?: string;
}

const publishesPost = ({ method, json }: PlatformCall) =>
  method === "PUT" && postGiven(json).status === "published";
export const createsPost = ({ method, path }: PlatformCall) => method === "POST" && path.includes("/posts/");

/**
 * Starts a blog on Ghost 6 with the newsletters `weekly` and `old`, which is archived. It behaves as the documentation
 * says, and as a real Ghost was seen to: https://docs.ghost.org/admin-api
 */
export async function startGhost({ publishes = publishesPost, directory = "" }: GhostOptions = {}) {
  const posts: GhostPost[] = [];
  const images = new Map<string, Buffer>();
  const newsletters = [
    { slug: "weekly", status: "active" },
    { slug: "old", status: "archived" },
  ];
  let changes = 0;

  const platform = await startFakePlatform({
    publishes,
    answer,
    rateLimited: (seconds) => ({ status: 429, headers: { "Retry-After": String(seconds) } }),
    credentialsExpired: failure(401, "UnauthorizedError", "Unknown Admin API Key"),
    rejected: failure(422, "ValidationError", `Validation error, cannot save post of ${ghostAdminKey}.`),
    unavailable: { status: 503, headers: { "Retry-After": "1" } },
  });
  const blogUrl = `${platform.origin}${directory}/`;

  async function answer(call: PlatformCall): Promise<PlatformReply> {
    const { pathname, searchParams } = new URL(call.path, platform.origin);
    const prefix = `${directory}/ghost/api/admin/`;
    if (!pathname.startsWith(prefix)) return { status: 404 };
    const path = pathname.slice(prefix.length);
    if (call.method === "GET" && path === "site/")
      return { status: 200, json: { site: { title: "Acme", url: blogUrl, version: "6.65" } } };
    const rejection = tokenRejection(call.headers.authorization ?? "");
    if (rejection !== null) return failure(401, "UnauthorizedError", rejection);
    if (path === "newsletters/") return newsletterList(searchParams.get("filter") ?? "");
    if (path === "images/upload/") return upload(call);
    if (path === "posts/" && call.method === "GET") return { status: 200, json: { posts: [] } };
    if (path === "posts/") return create(postGiven(call.json));
    const post = posts.find(({ id, slug }) => [`posts/${id}/`, `posts/slug/${slug}/`].includes(path));
    if (post === undefined)
      return failure(404, "NotFoundError", "Resource not found error, cannot read post.", "Post not found.");
    if (call.method === "DELETE") {
      posts.splice(posts.indexOf(post), 1);
      return { status: 204 };
    }
    return call.method === "PUT"
      ? edit(post, postGiven(call.json), searchParams.get("newsletter"))
      : { status: 200, json: { posts: [shown(post)] } };
  }

  function newsletterList(filter: string): PlatformReply {
    const found = newsletters.filter(({ slug }) => filter === `slug:'${slug}'`);
    return { status: 200, json: { newsletters: found } };
  }

  async function upload({ headers, body }: PlatformCall): Promise<PlatformReply> {
    const type = headers["content-type"] ?? "";
    const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
    const file = form.get("file");
    if (!(file instanceof File) || !/^image\/(?:jpeg|png|gif|webp)$/.test(file.type))
      return failure(415, "UnsupportedMediaTypeError", "Please select a valid image.");
    const url = `${blogUrl}content/images/2026/11/${images.size + 1}-${file.name}`;
    images.set(url, Buffer.from(await file.arrayBuffer()));
    return { status: 201, json: { images: [{ url, ref: null }] } };
  }

  /** Creates a post as a request does. */
  function create(given: GivenPost): PlatformReply {
    const problem = contentProblem(given);
    if (problem !== null) return problem;
    const id = String(posts.length + 1).padStart(24, "0");
    const post: GhostPost = {
      ...contentOf(given),
      id,
      slug: freeSlug(given.slug ?? given.title ?? ""),
      status: given.status ?? "draft",
      updated_at: nextTime(),
      emails: [],
    };
    posts.push(post);
    return { status: 201, json: { posts: [shown(post)] } };
  }

  function edit(post: GhostPost, given: GivenPost, newsletter: string | null): PlatformReply {
    const problem = contentProblem({ ...post, ...given });
    if (problem !== null) return problem;
    const changed = { ...post, ...contentOf({ ...post, ...given }), status: given.status ?? post.status };
    const isChanged = JSON.stringify(changed) !== JSON.stringify(post);
    // Ghost ignores the time of a request that changes nothing.
    if (isChanged && given.updated_at !== post.updated_at)
      return failure(409, "UpdateCollisionError", "Saving failed! Someone else is editing this post.");
    const isPublication = changed.status === "published" && post.status !== "published";
    if (isPublication && newsletter !== null) {
      if (!newsletters.some(({ slug, status }) => slug === newsletter && status === "active"))
        return failure(
          400,
          "BadRequestError",
          "The newsletter parameter doesn't match any active newsletter.",
        );
      post.emails.push(newsletter);
    }
    Object.assign(post, changed, isChanged && { updated_at: nextTime() });
    return { status: 200, json: { posts: [shown(post)] } };
  }

  const isTaken = (wanted: string) => posts.some(({ slug }) => slug === wanted);

  /** Ghost numbers a slug that is taken. */
  function freeSlug(text: string): string {
    const slug = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    for (let number = 1; ; number += 1) {
      const numbered = number === 1 ? slug : `${slug}-${number}`;
      if (!isTaken(numbered)) return numbered;
    }
  }

  const nextTime = () => new Date(Date.UTC(2026, 10, 22) + (changes += 1)).toISOString();

  const shown = ({ emails, ...post }: GhostPost) => ({
    ...post,
    url: post.status === "published" ? `${blogUrl}${post.slug}/` : `${blogUrl}p/${post.id}/`,
    email: emails.length === 0 ? null : anEmail,
    count: { clicks: 2, positive_feedback: 1, negative_feedback: 0 },
  });

  return { ...platform, posts, images, blogUrl, create };
}

const anEmail = {
  status: "submitted",
  email_count: 9,
  opened_count: 5,
  track_opens: true,
  track_clicks: true,
  feedback_enabled: true,
};

function failure(status: number, type: string, message: string, context: string | null = null) {
  return { status, json: { errors: [{ message, context, type }] } };
}

function postGiven(json: unknown): GivenPost {
  return trusted<{ posts?: GivenPost[] } | undefined>(json)?.posts?.[0] ?? {};
}

function contentOf({
  title = "",
  html = "",
  tags = [],
  feature_image = null,
  feature_image_alt = null,
}: GivenPost) {
  return { title, html, tags, feature_image, feature_image_alt };
}

const invalid = (context: string): PlatformReply =>
  failure(422, "ValidationError", "Validation error, cannot save post.", context);

function contentProblem({ title = "", feature_image_alt }: GivenPost): PlatformReply | null {
  if (title === "" || codePointCount(title) > 255)
    return invalid("Title cannot be longer than 255 characters.");
  if (codePointCount(feature_image_alt ?? "") > 191)
    return invalid("Feature image alt text cannot be longer than 191 characters.");
  return null;
}

const decoded = (part: string): Record<string, unknown> => {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return {};
  }
};

/** Why Ghost does not accept the token of a request; null if it does. The clock of a test may be any. */
function tokenRejection(authorization: string): string | null {
  const [, header = "", payload = "", signature = ""] =
    /^Ghost ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(authorization) ?? [];
  const { alg, kid } = decoded(header);
  const { aud, iat, exp } = decoded(payload);
  if (kid !== keyId) return "Unknown Admin API Key";
  const expected = createHmac("sha256", Buffer.from(secret, "hex")).update(`${header}.${payload}`);
  if (alg !== "HS256" || signature !== expected.digest("base64url"))
    return "Invalid token: invalid signature";
  if (!/\/?admin\/?$/.test(String(aud))) return "Invalid token: jwt audience invalid";
  return Number(exp) - Number(iat) === 300 ? null : "Invalid token: maxAge exceeded";
}
