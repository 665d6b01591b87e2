import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { loadAssembly } from "../../lib/emulator/assembly.ts";
import { startGateway } from "../../lib/emulator/gateway.ts";
import { functionDefinition } from "../../lib/emulator/lambda/definition.ts";
import {
  type Changes,
  image,
  page,
  script,
  writeBucketTemplate,
} from "../support/emulator/bucket-template.ts";

const publicHost = "localhost:8443";
const load = (changes?: Changes) =>
  loadAssembly(writeBucketTemplate(changes), { publicHost, queueUrlBase: "http://127.0.0.1:1" });

function start(changes?: Changes) {
  const problems: string[] = [];
  const gateway = startGateway({
    assembly: load(changes),
    invoke: () => Promise.reject(new Error("there is no function")),
    now: () => 0,
    publicHost,
    log: (line) => problems.push(line),
  });
  return { gateway, problems };
}

interface Response {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Serves the template. Returns a function that sends a request whose path stays as it is. */
async function serve(changes?: Changes) {
  const { gateway, problems } = start(changes);
  const server = createServer((incoming, outgoing) => void gateway.handle(incoming, outgoing, false));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const send = async (
    path: string,
    headers: Record<string, string> = {},
    method = "GET",
  ): Promise<Response> => {
    const outgoing = request({ host: "127.0.0.1", port, path, method, headers }).end();
    const [incoming] = await once(outgoing, "response");
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    return { status: incoming.statusCode, headers: incoming.headers, body: Buffer.concat(chunks) };
  };
  return { send, problems };
}

it("a file of a deployment has its bytes, the type of its extension, the deployment's Cache-Control and a tag", async () => {
  const { send } = await serve();
  const found = await send("/site/app-1a2b3c4d.js");
  expect(found).toMatchObject({ status: 200, body: Buffer.from(script) });
  expect(found.headers).toMatchObject({
    "content-type": "text/javascript",
    "content-length": String(script.length),
    "cache-control": "public, max-age=60",
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    vary: "accept-encoding",
  });
  expect((await send("/site/images/logo.png")).headers["content-type"]).toBe("image/png");
  expect((await send("/site/unknown.xyz")).headers["content-type"]).toBe("binary/octet-stream");
  expect((await send("/index.html")).body.toString()).toBe(page);
  expect((await send("/site/app%2D1a2b3c4d.js?x=1")).status).toBe(200);
});

it("a file has the deployment's own content type, if there is one, and not that of its extension", async () => {
  const { send } = await serve({ deployment: { SystemMetadata: { "content-type": "text/x-own" } } });
  expect((await send("/site/app-1a2b3c4d.js")).headers["content-type"]).toBe("text/x-own");
});

it("HEAD gets the headers of GET without the body", async () => {
  const { send } = await serve();
  const [get, head] = [await send("/site/app-1a2b3c4d.js"), await send("/site/app-1a2b3c4d.js", {}, "HEAD")];
  const { date: _, ...headers } = get.headers;
  expect(head.status).toBe(200);
  expect(head.headers).toMatchObject(headers);
  expect(head.body).toHaveLength(0);
});

it("a client that has the file gets 304 without a body, also by the tag of a compressed response", async () => {
  const { send } = await serve();
  const { headers } = await send("/site/app-1a2b3c4d.js", { "accept-encoding": "br" });
  for (const tag of [headers.etag ?? "", `"other", ${headers.etag?.replace("W/", "")}`, "*"]) {
    const unchanged = await send("/site/app-1a2b3c4d.js", { "if-none-match": tag });
    expect(unchanged.status).toBe(304);
    expect(unchanged.body).toHaveLength(0);
    expect(unchanged.headers).toMatchObject({ "cache-control": "public, max-age=60", "x-site": "yes" });
    expect(unchanged.headers["content-type"]).toBeUndefined();
  }
  expect((await send("/site/app-1a2b3c4d.js", { "if-none-match": '"other"' })).status).toBe(200);
});

it("a file of text is compressed as the client accepts, with Brotli before gzip", async () => {
  const { send } = await serve();
  const path = "/site/app-1a2b3c4d.js";
  const brotli = await send(path, { "accept-encoding": "gzip, deflate, br" });
  expect(brotli.headers).toMatchObject({ "content-encoding": "br", etag: expect.stringMatching(/^W\/"/) });
  expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
  const gzip = await send(path, { "accept-encoding": "gzip;q=0.5, br;q=0" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.body).toString()).toBe(script);
  expect(gzip.body.length).toBeLessThan(script.length);
  for (const accepted of ["identity", "deflate", "gzip;q=0"])
    expect((await send(path, { "accept-encoding": accepted })).headers["content-encoding"]).toBeUndefined();
});

it("images, files below 1,000 bytes and files of a behaviour that does not compress are sent as they are", async () => {
  const accepting = { "accept-encoding": "br, gzip" };
  const { send } = await serve();
  const sent = await send("/site/images/logo.png", accepting);
  expect(sent.headers["content-encoding"]).toBeUndefined();
  expect(sent.body).toEqual(image);
  expect((await send("/index.html", accepting)).headers["content-encoding"]).toBeUndefined();
  for (const behavior of [{ Compress: false }, { CachePolicyId: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad" }]) {
    const plain = await serve({ behavior });
    const { headers } = await plain.send("/site/app-1a2b3c4d.js", accepting);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["vary"]).toBeUndefined();
  }
});

it("every response has the policy's headers, and a header without Override does not replace the origin's", async () => {
  const { send } = await serve();
  const policy = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=60; includeSubDomains; preload",
    "x-site": "yes",
  };
  const found = await send("/site/app-1a2b3c4d.js");
  expect(found.headers).toMatchObject({ ...policy, "cache-control": "public, max-age=60" });
  for (const path of ["/index.html", "/site/none"])
    expect((await send(path)).headers).toMatchObject({ ...policy, "cache-control": "no-store" });
});

it("a missing file gets S3's 404 where the distribution may list the bucket, and else its 403", async () => {
  const missing = await (await serve()).send("/site/a&b.js");
  expect(missing.status).toBe(404);
  expect(missing.headers["content-type"]).toBe("application/xml");
  expect(missing.body.toString()).toContain("<Code>NoSuchKey</Code>");
  expect(missing.body.toString()).toContain("<Key>site/a&amp;b.js</Key>");
  const unlisted = await serve({ statement: { Action: "s3:GetObject" } });
  const forbidden = await unlisted.send("/site/none.js");
  expect(forbidden.status).toBe(403);
  expect(forbidden.body.toString()).toContain("<Code>AccessDenied</Code>");
  expect((await (await serve()).send("/site/%zz")).status).toBe(400);
});

it("no path leads to a file outside of the bucket", async () => {
  const { send } = await serve();
  for (const path of [
    "/site/../secret.txt",
    "/site/../../secret.txt",
    "/site/..%2f..%2fsecret.txt",
    "/site/%2e%2e/%2e%2e/secret.txt",
    "/site/..\\..\\secret.txt",
    "/site//etc/passwd",
    "/site/%00",
    "/site/constructor",
    "/site/__proto__",
    "/site/",
    "/site/images",
    "/site/images/",
  ])
    expect((await send(path)).status, path).toBe(404);
});

it("a bucket accepts only GET and HEAD, and a path of no behaviour belongs to the API", async () => {
  const { send } = await serve();
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
    expect((await send("/site/app-1a2b3c4d.js", {}, method)).status).toBe(403);
  const other = await send("/other");
  expect(other.status).toBe(403);
  expect(other.body.toString()).toBe('{"message":"Missing Authentication Token"}');
});

it("a request that would list the bucket fails, and the log names the bucket", async () => {
  const { send, problems } = await serve({ behavior: { PathPattern: "/" } });
  expect((await send("/")).status).toBe(500);
  expect(problems.join()).toContain("S/Bucket (AWS::S3::Bucket): S3 would return the list");
});

it("the function of a bucket deployment does not run, and any other function that is not Node's is an error", () => {
  const assembly = load();
  expect(assembly.functions).toEqual([]);
  const uploader = assembly.find("S", "Uploader");
  expect(() => functionDefinition(uploader)).toThrow("S/Uploader");
  const properties = { ...uploader.properties, Runtime: "nodejs24.x" };
  expect(() => functionDefinition({ ...uploader, properties })).toThrow("does not run Layers");
});

it.each<[string, Changes, string]>([
  [
    "a property of a bucket",
    { bucket: { WebsiteConfiguration: {} } },
    "S/Bucket (AWS::S3::Bucket): the emulator does not know the property WebsiteConfiguration",
  ],
  [
    "a property of a deployment",
    { deployment: { Exclude: ["*.map"] } },
    "S/Assets (Custom::CDKBucketDeployment): the emulator does not know the property Exclude",
  ],
  [
    "metadata of a deployment",
    { deployment: { SystemMetadata: { "content-language": "en" } } },
    "SystemMetadata.content-language",
  ],
  [
    "a part of a response headers policy",
    { headers: { CorsConfig: {} } },
    "S/Headers (AWS::CloudFront::ResponseHeadersPolicy): the emulator does not know the property ResponseHeadersPolicyConfig.CorsConfig",
  ],
  ["a property of an origin", { origin: { OriginShield: {} } }, "DistributionConfig.Origins.OriginShield"],
])(
  "%s that the emulator does not know is an error that names resource and property",
  (_, changes, message) => {
    expect(() => load(changes)).toThrow(message);
  },
);

it.each<[string, Changes, string]>([
  [
    "the bucket's policy does not let the distribution read",
    { statement: { Action: "s3:ListBucket" } },
    "S/Policy",
  ],
  [
    "the bucket's policy is for another distribution",
    { statement: { Condition: { StringEquals: { "AWS:SourceArn": "x" } } } },
    "S/Policy",
  ],
  ["the bucket's policy has an unknown denial", { statement: { Effect: "Deny" } }, "S/Policy"],
  ["the bucket has no origin access control", { origin: { OriginAccessControlId: "none" } }, "S/Edge"],
  ["the origin access control does not sign", { control: { SigningBehavior: "never" } }, "S/Control"],
  ["an origin is neither API nor bucket", { origin: { DomainName: "example.com" } }, "example.com"],
  ["the origin of a bucket has a path", { origin: { OriginPath: "/a" } }, "origin path"],
  ["a behaviour has no origin", { behavior: { TargetOriginId: "none" } }, "has no origin none"],
  ["a cache policy is unknown", { behavior: { CachePolicyId: "unknown" } }, "cache policy unknown"],
  ["a response headers policy is unknown", { behavior: { ResponseHeadersPolicyId: "unknown" } }, "unknown"],
  ["two deployments have the same file", { deployment: { DestinationBucketKeyPrefix: "/" } }, "index.mjs"],
  ["a deployment deletes the files of others", { deployment: { Prune: true } }, "S/Assets"],
])("the gateway does not start when %s", (_, changes, message) => {
  expect(() => start(changes)).toThrow(message);
});
