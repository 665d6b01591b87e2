import type { RequestListener } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { ChannelRejected, NotSent } from "../../../functions/pipeline/channels/channel.ts";
import {
  fetchImages,
  type ImageRules,
  imageBytesMaxOfAll,
  imageTypesOfAll,
} from "../../../functions/pipeline/channels/images.ts";
import { countConnections } from "../../support/http/count-connections.ts";
import { resolveToLoopback } from "../../support/http/guarded-fetch.ts";
import { startHttp, startHttps, startTcp, trustedCertificate } from "../../support/http/servers.ts";
import { samplePng } from "../../support/pipeline/post-contents.ts";

let certificate: { key: string; cert: string };
beforeAll(async () => {
  certificate = await trustedCertificate();
});

const rules: ImageRules = {
  types: imageTypesOfAll,
  bytesMax: 10_000_000,
};
const limits = { timeoutMs: 2_000, allowLoopback: true };

/** The query of an image's URL can hold a token. */
const secret = "t0ken";
const at = (port: number, path = "cup.png") => ({
  url: `http://localhost:${port}/${path}?sig=${secret}`,
  alt: "A cup",
});

const serve = async (listener: RequestListener) => at(await startHttp(listener));
const serveBytes = (bytes: Buffer, headers = {}) =>
  serve((_, response) => response.writeHead(200, headers).end(bytes));

/** Returns the error of images that cannot be fetched. */
async function errorOf(
  media: { url: string; alt: string }[],
  options: Partial<Parameters<typeof fetchImages>[2] & ImageRules> = {},
): Promise<ChannelRejected | NotSent> {
  const error: unknown = await fetchImages(media, { ...rules, ...options }, { ...limits, ...options }).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ChannelRejected || error instanceof NotSent))
    throw new Error(`not an error of the port: ${String(error)}`);
  expect(error.message).toMatch(/^The image media\[\d\] .*\.$/);
  expect(error.message).not.toContain(secret);
  return error;
}

async function expectRefused(error: Promise<Error>, said: string): Promise<void> {
  expect(await error).toBeInstanceOf(ChannelRejected);
  expect(await error).toMatchObject({ code: "media_refused" });
  expect((await error).message).toContain(said);
}

async function expectUnavailable(error: Promise<Error>, said: string): Promise<void> {
  expect(await error).toBeInstanceOf(NotSent);
  expect(await error).toMatchObject({ code: "media_unavailable" });
  expect((await error).message).toContain(said);
}

const rest = Buffer.alloc(40, 7);
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), rest]);
const gif87 = Buffer.concat([Buffer.from("GIF87a"), rest]);
const gif89 = Buffer.concat([Buffer.from("GIF89a"), rest]);
const webp = Buffer.concat([Buffer.from("RIFF\0\u0001\0\0WEBP", "latin1"), rest]);

describe("the type of an image", () => {
  it.each([
    ["image/jpeg", jpeg],
    ["image/png", samplePng],
    ["image/gif", gif87],
    ["image/gif", gif89],
    ["image/webp", webp],
  ])("%s is known by its first bytes, whatever its Content-Type header says", async (type, bytes) => {
    for (const named of [type, "text/html", "image/tiff", undefined]) {
      const image = await serveBytes(bytes, named === undefined ? {} : { "Content-Type": named });
      expect(await fetchImages([image], rules, limits)).toEqual([{ bytes, type, alt: "A cup" }]);
    }
  });

  it.each([
    ["a web page", Buffer.from("<!doctype html><p>Sign in</p>")],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["an AVIF", Buffer.from("\0\0\0 ftypavif", "latin1")],
    ["a sound in RIFF", Buffer.from("RIFF\0\0\0\0WAVE", "latin1")],
    ["a GIF of an unknown version", Buffer.from("GIF90a")],
    ["the first bytes of a PNG", samplePng.subarray(0, 7)],
    ["an empty body", Buffer.alloc(0)],
  ])("%s is rejected, although its Content-Type header names an image", async (_, bytes) => {
    const image = await serveBytes(bytes, { "Content-Type": "image/png" });
    await expectRefused(
      errorOf([image]),
      "is not an image of a known type, and the channel takes image/jpeg",
    );
  });

  it("an image of a type that the channel does not take is rejected", async () => {
    const image = await serveBytes(gif89);
    await expectRefused(
      errorOf([image], { types: ["image/jpeg", "image/png"] }),
      "The image media[0] is image/gif, and the channel takes image/jpeg, image/png.",
    );
  });

  it("the request asks for the types that the channel takes", async () => {
    const accepted: unknown[] = [];
    const image = await serve(({ headers }, response) => {
      accepted.push(headers.accept);
      response.end(samplePng);
    });
    await fetchImages([image], { ...rules, types: ["image/png"] }, limits);
    expect(accepted).toEqual(["image/png"]);
  });
});

const pngOf = (length: number) => Buffer.concat([samplePng, Buffer.alloc(length - samplePng.length)]);

describe("the size of an image", () => {
  it.each([
    ["that of the channel", 1_000, 1_000],
    ["that of all channels, if the channel takes more", 10_000_000, imageBytesMaxOfAll],
  ])(
    "an image of exactly the limit is fetched, and one byte more is rejected: %s",
    async (_, bytesMax, max) => {
      for (const headers of [{}, { "Transfer-Encoding": "chunked" }]) {
        const [image] = await fetchImages(
          [await serveBytes(pngOf(max), headers)],
          { ...rules, bytesMax },
          limits,
        );
        expect(image?.bytes.equals(pngOf(max))).toBe(true);
        const larger = await serveBytes(pngOf(max + 1), headers);
        await expectRefused(
          errorOf([larger], { bytesMax }),
          `the response of localhost is larger than ${max} bytes`,
        );
      }
    },
  );

  it("a body without an end is read no further than the limit", async () => {
    let sentBytes = 0;
    const endless = await serve((_, response) => {
      const send = (): void => {
        sentBytes += 65_536;
        if (!response.destroyed) response.write(Buffer.alloc(65_536), send);
      };
      send();
    });
    await expectRefused(errorOf([endless], { bytesMax: 100_000 }), "larger than 100000 bytes");
    expect(sentBytes).toBeLessThan(20_000_000);
  });

  it("a response with headers that are too large is rejected", async () => {
    const image = await serveBytes(samplePng, { "X-Large": "x".repeat(20_000) });
    await expectRefused(errorOf([image]), "the response headers of localhost are too large");
  });
});

describe("an image that its server does not return", () => {
  it.each([404, 410])("status %i is rejected: a retry would not find the image", async (status) => {
    const image = await serve((_, response) => response.writeHead(status).end());
    await expectRefused(errorOf([image]), `does not exist: its URL returned status ${status}`);
  });

  it.each([401, 403, 429, 500, 503, 304])(
    "status %i may be temporary, so the post is retried",
    async (status) => {
      const image = await serve((_, response) => response.writeHead(status).end());
      await expectUnavailable(errorOf([image]), `could not be fetched: its URL returned status ${status}`);
    },
  );

  it("a body that is cut off may be temporary, so the post is retried", async () => {
    const port = await startTcp((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n`);
      socket.end(samplePng);
    });
    await expectUnavailable(errorOf([at(port)]), "localhost closed the connection in the middle");
  });

  it.each<[string, RequestListener]>([
    ["does not respond", () => {}],
    ["does not end its body", (_, response) => void response.write(samplePng)],
    [
      "redirects slowly, again and again",
      (_, response) => void setTimeout(() => response.writeHead(302, { Location: "?" }).end(), 90),
    ],
  ])("a server that %s ends within the time limit, and the post is retried", async (_, listener) => {
    const image = await serve(listener);
    const startedMs = performance.now();
    await expectUnavailable(errorOf([image], { timeoutMs: 200 }), "localhost did not answer within");
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  it("a refused connection and a name that does not exist may be temporary, so the post is retried", async () => {
    await expectUnavailable(errorOf([at(1)]), "localhost refused the connection");
    const nowhere = { url: `https://gone.example/a?${secret}`, alt: "" };
    await expectUnavailable(errorOf([nowhere], { resolve: async () => [] }), "gone.example has no address");
  });
});

describe("the address of an image", () => {
  it("an image is fetched over http and over https, and only from a server with a valid certificate", async () => {
    const port = await startHttps(certificate, (_, response) => response.end(samplePng));
    const secure = { url: `https://localhost:${port}/?${secret}`, alt: "" };
    const images = await fetchImages([await serveBytes(samplePng), secure], rules, limits);
    expect(images.map(({ bytes }) => bytes.equals(samplePng))).toEqual([true, true]);
    const other = { url: `https://other.example:${port}/?${secret}`, alt: "" };
    await expectUnavailable(errorOf([other], { resolve: resolveToLoopback }), "is for another host name");
  });

  it("three redirects are followed, also from https to http, and a fourth is rejected", async () => {
    const last = await startHttp((_, response) => response.end(samplePng));
    const first = await startHttps(certificate, ({ url = "" }, response) => {
      const left = Number(url.slice(1, 2));
      const location = left === 0 ? `http://localhost:${last}/` : `/${left - 1}?${secret}`;
      response.writeHead(left % 2 === 0 ? 301 : 307, { Location: location }).end();
    });
    const redirected = (times: number) => ({
      url: `https://localhost:${first}/${times - 1}?${secret}`,
      alt: "",
    });
    expect(await fetchImages([redirected(3)], rules, limits)).toMatchObject([{ type: "image/png" }]);
    await expectRefused(errorOf([redirected(4)]), "redirects more than 3 times");
  });

  it.each([
    ["http://10.0.0.1/a.png", "must point to a public address"],
    ["http://169.254.169.254/latest/meta-data", "must point to a public address"],
    ["http://[::ffff:10.0.0.1]/", "must point to a public address"],
    ["http://metadata.internal/", "must point to a public address"],
    ["file:///etc/passwd", "must be an absolute http or https URL"],
    ["http://user:pass@example.com/", "must not contain a user name or password"],
  ])(
    "%s is rejected without a connection, as the image's address and as the target of a redirect",
    async (url, said) => {
      const target = `${url}?${secret}`;
      const redirect = await serve((_, response) => response.writeHead(302, { Location: target }).end());
      await expectRefused(errorOf([redirect]), said);
      const connections = countConnections();
      await expectRefused(errorOf([{ url: target, alt: "" }]), said);
      expect(connections()).toBe(0);
    },
  );

  it("loopback addresses are rejected outside of the local runtime", async () => {
    const image = await serveBytes(samplePng);
    await expectRefused(errorOf([image], { allowLoopback: false }), "must point to a public address");
  });

  it("a name that resolves to a private address is rejected without a connection, and the address is not told", async () => {
    const connections = countConnections();
    for (const address of ["10.0.0.1", "169.254.169.254", "127.0.0.1"]) {
      const resolve = async () => [
        { address: "198.97.190.53", family: 4 as const },
        { address, family: 4 as const },
      ];
      const named = { url: `https://images.example/a.png?${secret}`, alt: "" };
      const error = errorOf([named], { resolve, allowLoopback: false });
      await expectRefused(error, "images.example is not at a public address");
      expect((await error).message).not.toContain(address);
    }
    expect(connections()).toBe(0);
  });
});

describe("several images", () => {
  it("four images are fetched at once, and returned in the order of the post with their descriptions", async () => {
    const waiting: (() => void)[] = [];
    const port = await startHttp(({ url = "" }, response) => {
      waiting.push(() => response.end(Buffer.concat([samplePng, Buffer.from(url.slice(1, 2))])));
      // Respond only when all four requests are there, in the reverse order.
      if (waiting.length === 4) for (const respond of waiting.toReversed()) respond();
    });
    const media = [0, 1, 2, 3].map((index) => ({ ...at(port, String(index)), alt: `Image ${index}` }));
    const images = await fetchImages(media, rules, limits);
    expect(images.map(({ alt, bytes }) => [alt, bytes.toString("latin1").slice(-1)])).toEqual([
      ["Image 0", "0"],
      ["Image 1", "1"],
      ["Image 2", "2"],
      ["Image 3", "3"],
    ]);
    expect(await fetchImages([], rules, limits)).toEqual([]);
  });

  it("a post fails at once if one of its images can never be published, even if another one cannot be fetched now", async () => {
    const busy = await serve((_, response) => response.writeHead(503).end());
    const gone = await serve((_, response) => void setTimeout(() => response.writeHead(404).end(), 100));
    await expectRefused(errorOf([busy, gone, busy]), "The image media[1] does not exist");
    await expectUnavailable(errorOf([await serveBytes(samplePng), busy]), "The image media[1] could not");
  });
});
