import { fieldOf } from "../../../domain/field-of.ts";
import type { Post } from "../../../domain/post.ts";
import { type Channel, NotSent, type Published, type Publishing } from "../channel.ts";
import { imageRules } from "../image-rules.ts";
import { fetchImages } from "../images.ts";
import { multipartBody } from "../multipart.ts";
import { isSuccess, type PlatformResponse, rethrowAsNotSent } from "../platform-request.ts";
import {
  type Blog,
  blogOf,
  firstOf,
  ghostError,
  isUnknownToGhost,
  prepareInGhost,
  requestGhost,
  uploadedUrl,
} from "./admin-api.ts";
import { articleOf, slugOf } from "./article.ts";
import { measure } from "./measure.ts";

/** A blog or newsletter on Ghost, by the Admin API. It has no limit of posts a minute. */
export const ghostChannel: Channel = {
  // Readers see a post only after its draft was published, and a draft is published once. The slug finds it again.
  repeatable: true,
  publish,
  measure,
};

/** A post as Ghost has it. */
interface GhostPost {
  id: string;
  slug: string;
  status: string;
  url: string;
  /** Ghost changes a post only for a request that knows when it was changed last. */
  updated_at: string;
}

/**
 * Creates a draft and publishes it. An interrupted publication is continued: the slug, which has the post's id, says how
 * far it came. A request that arrives late cannot publish the post again: a second draft has another slug and is never
 * published, and Ghost publishes a draft only once.
 */
async function publish(post: Post, publishing: Publishing): Promise<Published> {
  const blog = blogOf(publishing.credentials, publishing);
  const found = await findPost(blog, slugOf(post));
  if (found !== null && (found.status !== "draft" || blog.status === "draft")) return publishedAs(found);
  const images = await fetchImages(post.content.media, imageRules.ghost, publishing);
  const stored = await Promise.all(
    images.map(async (image, index) => {
      // Of two uploads with one file name at the same time, Ghost keeps only one file.
      const form = multipartBody({}, { file: image }, `${slugOf(post)}-image-${index + 1}`);
      return { url: await uploadedUrl(blog, form), alt: image.alt };
    }),
  );
  const article = articleOf(post.content, stored);
  const draft = found ?? (await createDraft(blog, { ...article, slug: slugOf(post), status: "draft" }));
  if (blog.status === "draft") return publishedAs(draft);
  return publishedAs(await publishDraft(blog, draft, article));
}

async function findPost(blog: Blog, slug: string): Promise<GhostPost | null> {
  const response = await prepareInGhost(blog, `posts/slug/${slug}/`);
  if (isUnknownToGhost(response)) return null;
  if (!isSuccess(response.status)) throw ghostError(blog, response, true);
  const found = postIn(response);
  if (found === null) throw new NotSent("Ghost returned something else than the post.");
  return found;
}

async function createDraft(blog: Blog, draft: { slug: string; status: "draft" }): Promise<GhostPost> {
  const request = { method: "POST", json: { posts: [draft] } } as const;
  // With the setting `draft` the draft is the publication.
  const publishesNothing = blog.status === "published";
  const response = publishesNothing
    ? await prepareInGhost(blog, "posts/?source=html", request)
    : await requestGhost(blog, "posts/?source=html", request).catch(rethrowAsNotSent);
  if (!isSuccess(response.status)) throw ghostError(blog, response, publishesNothing);
  const created = postIn(response);
  if (created === null) throw new Error("Ghost returned something else than the draft");
  if (created.slug === draft.slug) return created;
  // An earlier request was late: it has created the draft between the look-up and this request.
  await prepareInGhost(blog, `posts/${created.id}/`, { method: "DELETE" });
  throw new NotSent("Ghost has created the draft twice, because an earlier request was late.");
}

/** Publishes a draft with the content that the post has now, which may have changed since the draft was created. */
async function publishDraft(
  blog: Blog,
  { id, updated_at }: GhostPost,
  article: ReturnType<typeof articleOf>,
): Promise<GhostPost> {
  const newsletter = blog.newsletter === null ? "" : `&newsletter=${blog.newsletter}`;
  const response = await requestGhost(blog, `posts/${id}/?source=html${newsletter}`, {
    method: "PUT",
    json: { posts: [{ ...article, status: "published", updated_at }] },
  }).catch(rethrowAsNotSent);
  // Somebody has changed or deleted the draft meanwhile. The next attempt looks at what is there then.
  if (response.status === 409 || isUnknownToGhost(response))
    throw new NotSent("The post was changed in Ghost while it was being published.");
  if (!isSuccess(response.status)) throw ghostError(blog, response, false);
  const published = postIn(response);
  if (published === null) throw new Error("Ghost returned something else than the published post");
  return published;
}

function postIn({ json }: PlatformResponse): GhostPost | null {
  const post = firstOf(json, "posts");
  const names = ["id", "slug", "status", "url", "updated_at"];
  const texts = names.map((name) => fieldOf(post, name)).filter((value) => typeof value === "string");
  const [id = "", slug = "", status = "", url = "", updated_at = ""] = texts;
  return texts.length === names.length ? { id, slug, status, url, updated_at } : null;
}

function publishedAs({ id, url }: GhostPost): Published {
  return { externalUrl: URL.canParse(url) ? url : null, externalId: id };
}
