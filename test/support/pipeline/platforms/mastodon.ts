import { trusted } from "../../../../functions/domain/trusted.ts";
import {
  base64Of,
  formIn,
  type PlatformCall,
  type PlatformReply,
  startFakePlatform,
} from "../fake-platform.ts";

/** A status as readers see it. */
interface MastodonStatus {
  text: string;
  images: MastodonImage[];
  visibility: string;
  language: string | null;
  contentWarning: string;
}

interface MastodonImage {
  alt: string;
  base64: string;
}

interface StoredImage extends MastodonImage {
  /** How often the image is still said to be processed. */
  questionsLeft: number;
  isAttached: boolean;
}

interface NewStatus {
  status?: string;
  media_ids?: string[];
  visibility?: string;
  language?: string;
  spoiler_text?: string;
}

interface MastodonOptions {
  token: string;
  /** The scopes of the application and of its token. @default those that the channel needs */
  scopes?: string[];
  /** Whether the instance tells the scopes of an application, as Mastodon does since 4.3. @default true */
  tellsScopes?: boolean;
  /** Whether the instance has version 2 of the instance's description, as Mastodon 4 has. @default true */
  hasVersion2?: boolean;
  charactersMax?: number;
  charactersPerUrl?: number;
  imagesMax?: number;
  imageTypes?: string[];
  imageBytesMax?: number;
  /** How often an image is still processed when the client asks for it. @default it is processed at once */
  questions?: number;
  /** How the account's login is, if not working. */
  problem?: { status: number; error: string };
  certificate?: { key: string; cert: string };
}

const nowMs = Date.parse("2026-11-21T09:00:00Z");
const json = (status: number, body: unknown): PlatformReply => ({ status, json: body });
const error = (status: number, text: string) => json(status, { error: text });

/**
 * Starts an instance that behaves as Mastodon 4 documents it: its limits, its errors, images that take time, and an
 * `Idempotency-Key` by which a repetition gets the first status. https://docs.joinmastodon.org/methods/statuses/#create
 */
export async function startMastodon({
  token,
  scopes = ["read:accounts", "read:statuses", "write:media", "write:statuses"],
  tellsScopes = true,
  hasVersion2 = true,
  charactersMax = 500,
  charactersPerUrl = 23,
  imagesMax = 4,
  imageTypes = ["image/jpeg", "image/png", "image/gif", "image/heic", "image/webp", "video/mp4"],
  imageBytesMax = 16_777_216,
  questions = 0,
  problem,
  certificate,
}: MastodonOptions) {
  const statuses = new Map<string, MastodonStatus>();
  const idOfKey = new Map<string, string>();
  const stored = new Map<string, StoredImage>();
  const uploads: PlatformReply[] = [];
  const fileNames: string[] = [];
  const rejection = { ...problem };

  const platform = await startFakePlatform(
    {
      publishes: ({ method, path }) => method === "POST" && path === "/api/v1/statuses",
      answer,
      rateLimited: (seconds) => ({
        status: 429,
        headers: {
          Date: new Date(nowMs).toUTCString(),
          "X-RateLimit-Limit": "300",
          "X-RateLimit-Remaining": "0",
          "X-RateLimit-Reset": new Date(nowMs + seconds * 1_000).toISOString().replace("Z", "000Z"),
        },
        json: { error: "Too many requests" },
      }),
      credentialsExpired: error(401, "The access token was revoked"),
      rejected: error(422, `Validation failed: Text is not allowed for ${token}`),
      // A proxy whose instance is in maintenance.
      unavailable: { status: 503, headers: { "Retry-After": "1" } },
    },
    certificate,
  );

  async function answer(call: PlatformCall): Promise<PlatformReply> {
    const { method, path, headers } = call;
    if (path === "/api/v2/instance")
      return hasVersion2 ? json(200, instance()) : error(404, "Record not found");
    if (path === "/api/v1/instance") return json(200, { uri: "social.example", ...instance() });
    if (headers.authorization !== `Bearer ${token}`) return error(401, "The access token is invalid");
    if (rejection.status !== undefined) return error(rejection.status, rejection.error ?? "");
    if (path === "/api/v1/apps/verify_credentials") return json(200, application());
    if (!isAllowed(call)) return error(403, "This action is outside the authorized scopes");
    const [, id = ""] = /^\/api\/v1\/(?:media|statuses)\/(\w+)$/.exec(path) ?? [];
    if (path === "/api/v1/accounts/verify_credentials")
      return json(200, { id: "7", username: "acme", acct: "acme", url: `${platform.origin}/@acme` });
    if (method === "POST" && path === "/api/v2/media") return uploads.shift() ?? upload(call);
    if (method === "POST" && path === "/api/v1/statuses")
      return create(trusted<NewStatus>(call.json), headers["idempotency-key"]);
    if (path.startsWith("/api/v1/media/")) return imageWith(id);
    if (path.startsWith("/api/v1/statuses/") && statuses.has(id)) return json(200, statusWith(id));
    return error(404, "Record not found");
  }

  /** https://docs.joinmastodon.org/methods/apps/#verify_credentials */
  const application = () => ({
    id: "3",
    name: "Pipeline",
    website: null,
    ...(tellsScopes && { scopes }),
    redirect_uri: "urn:ietf:wg:oauth:2.0:oob",
    redirect_uris: ["urn:ietf:wg:oauth:2.0:oob"],
    vapid_key: "key",
  });

  /** Whether the token has the scope that a request needs. https://docs.joinmastodon.org/api/oauth-scopes/ */
  function isAllowed({ method, path }: PlatformCall): boolean {
    const verb = method === "GET" ? "read" : "write";
    const noun = /^\/api\/v\d\/(\w+)/.exec(path)?.[1] ?? "";
    // A status of an image is asked for with the scope of its upload.
    const scope = noun === "media" ? "write:media" : `${verb}:${noun}`;
    return scopes.includes(scope) || scopes.includes(scope.split(":")[0] ?? "");
  }

  const instance = () => ({
    ...(hasVersion2 && { domain: "social.example" }),
    configuration: {
      statuses: {
        max_characters: charactersMax,
        max_media_attachments: imagesMax,
        characters_reserved_per_url: charactersPerUrl,
      },
      media_attachments: { supported_mime_types: imageTypes, image_size_limit: imageBytesMax },
    },
  });

  async function upload(call: PlatformCall): Promise<PlatformReply> {
    const form = await formIn(call);
    const file = form.get("file");
    if (!(file instanceof File) || !imageTypes.includes(file.type))
      return error(422, "Validation failed: File content type is invalid, File is invalid");
    if (file.size > imageBytesMax)
      return error(422, "Validation failed: File file size must be less than 16 MB");
    const id = String(stored.size + 1);
    const alt = trusted<string | null>(form.get("description")) ?? "";
    fileNames.push(file.name);
    stored.set(id, { alt, base64: await base64Of(file), questionsLeft: questions, isAttached: false });
    return json(questions > 0 ? 202 : 200, { id, type: "image", url: null, description: alt });
  }

  function imageWith(id: string): PlatformReply {
    const image = stored.get(id);
    if (image === undefined) return error(404, "Record not found");
    image.questionsLeft -= 1;
    return json(image.questionsLeft > 0 ? 206 : 200, { id, type: "image", description: image.alt });
  }

  function create(given: NewStatus, key: string | string[] | undefined): PlatformReply {
    const known = typeof key === "string" ? idOfKey.get(key) : undefined;
    if (known !== undefined) return json(200, statusWith(known));
    const { status: text = "", media_ids: ids = [], spoiler_text: contentWarning = "" } = given;
    if (text.trim() === "" && ids.length === 0) return error(422, "Validation failed: Text can't be blank");
    if (countedLength(contentWarning + text) > charactersMax)
      return error(422, `Validation failed: Text character limit of ${charactersMax} exceeded`);
    if (ids.length > imagesMax) return error(422, `Cannot attach more than ${imagesMax} files`);
    const images = ids.map((id) => stored.get(id)).filter((image) => image?.isAttached === false);
    if (images.length < ids.length) return error(422, "Media not found or already attached to another post");
    if (images.some((image) => (image?.questionsLeft ?? 0) > 0))
      return error(422, "Cannot attach files that have not finished processing. Try again in a moment!");
    for (const image of images) if (image !== undefined) image.isAttached = true;
    const id = String(statuses.size + 1);
    statuses.set(id, {
      text,
      images: images.flatMap((image) =>
        image === undefined ? [] : [{ alt: image.alt, base64: image.base64 }],
      ),
      visibility: given.visibility ?? "public",
      language: given.language ?? null,
      contentWarning,
    });
    if (typeof key === "string") idOfKey.set(key, id);
    return json(200, statusWith(id));
  }

  const statusWith = (id: string) => ({
    id,
    url: `${platform.origin}/@acme/${id}`,
    favourites_count: 3,
    reblogs_count: 2,
    replies_count: 1,
  });

  function countedLength(text: string): number {
    const shortened = text.replaceAll(/https?:\/\/\S+/g, "x".repeat(charactersPerUrl));
    return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(shortened)].length;
  }

  return {
    ...platform,
    /** The statuses that readers see, the first one first. */
    shown: () => [...statuses.values()],
    /** The names of the files that were uploaded. */
    fileNames: () => fileNames,
    /** Deletes all statuses. */
    clear: () => statuses.clear(),
    /** How the instance answers the next upload. */
    failUpload: (reply: PlatformReply) => uploads.push(reply),
  };
}
