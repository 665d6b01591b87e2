import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { beforeAll, expect, it } from "vitest";
import { attemptDelivery } from "../../functions/delivery/attempt.ts";
import { signatureHeader } from "../../functions/delivery/sign.ts";
import { startHttps, trustedCertificate } from "../support/http/servers.ts";

let certificate: { key: string; cert: string };
beforeAll(async () => {
  certificate = await trustedCertificate();
});

/** More bytes than characters, and no character that JSON escapes. */
const body = '{"data":{"title":"Grüße, 世界 📰"}}';
const delivery = { id: "dlv_1", type: "post.published" as const, url: "https://old.example/hook", body };

interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: string;
  socket: Socket;
}

/** Sends the delivery to an endpoint that calls `respond`. Returns the requests that arrived, and the attempt. */
async function attemptAt(respond: (response: ServerResponse) => void, secrets: object = {}, times = 1) {
  const requests: ReceivedRequest[] = [];
  const port = await startHttps(certificate, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { headers, socket } = request;
      requests.push({ headers, body: Buffer.concat(chunks).toString("utf8"), socket });
      respond(response);
    });
  });
  const url = `https://localhost:${port}/hook`;
  const sent = { delivery, number: 3, url, secret: null, previousSecret: null, ...secrets };
  const effects = { nowMs: () => Date.now(), allowLoopback: true };
  const outcomes = [];
  for (let time = 0; time < times; time += 1) outcomes.push(await attemptDelivery(sent, effects));
  const [outcome] = outcomes;
  const [first] = requests;
  if (outcome === undefined || first === undefined) throw new Error("no request arrived");
  return { ...outcome, url, requests, first };
}

const empty = (response: ServerResponse) => response.writeHead(204).end();

it("an attempt sends all bytes of the delivery as UTF-8, with the promised headers", async () => {
  const { first, succeeded } = await attemptAt(empty);
  expect(succeeded).toBe(true);
  expect(first.body).toBe(body);
  expect(first.headers).toMatchObject({
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": expect.stringMatching(/^ContentPipelineService-Webhooks\/\d/),
    "x-service-event": "post.published",
    "x-service-delivery": "dlv_1",
    "x-service-attempt": "3",
  });
  expect(Object.keys(first.headers).filter((name) => name.includes("signature"))).toEqual([]);
});

it("an attempt is signed with the current secret, and with the previous secret in a header of its own", async () => {
  const { first } = await attemptAt(empty, { secret: "new", previousSecret: "old" });
  expect(first.headers).toMatchObject({
    "x-service-signature": signatureHeader(body, "new"),
    "x-service-signature-previous": signatureHeader(body, "old"),
  });
});

it("an attempt stores its signatures, and its URL if that is not the URL of the delivery", async () => {
  const { first, attempt, url } = await attemptAt(empty, { secret: "new", previousSecret: "old" });
  expect(attempt).toMatchObject({
    url,
    signature: first.headers["x-service-signature"],
    previousSignature: first.headers["x-service-signature-previous"],
  });

  const closed = "https://localhost:1/hook";
  const unsigned = await attemptDelivery(
    { delivery: { ...delivery, url: closed }, number: 3, url: closed, secret: null, previousSecret: null },
    { nowMs: () => Date.now(), allowLoopback: true },
  );
  expect(Object.keys(unsigned.attempt)).toEqual([
    "number",
    "at",
    "statusCode",
    "latencyMs",
    "error",
    "response",
  ]);
});

it.each([
  ["plain text", Buffer.alloc(5_000, "x"), "x".repeat(1_024)],
  // Each of these bytes becomes a character of three bytes.
  ["bytes that are not UTF-8", Buffer.alloc(1_024, 0xff), "\ufffd".repeat(341)],
  ["a character that is cut off at the end", Buffer.from("ü".repeat(1_023).padStart(1_024, "x")), /^xü{511}/],
])("an attempt stores at most 1 KiB of the response: %s", async (_, responseBody, stored) => {
  const { attempt } = await attemptAt((response) => response.writeHead(500).end(responseBody));
  expect(Buffer.byteLength(attempt.response ?? "")).toBeLessThanOrEqual(1_024);
  expect(attempt.response).toEqual(stored instanceof RegExp ? expect.stringMatching(stored) : stored);
});

it("an attempt stores at most 64 characters of Retry-After, enough for seconds or a date", async () => {
  const { attempt } = await attemptAt((response) =>
    response.writeHead(503, { "Retry-After": "9".repeat(8_000) }).end(),
  );
  expect(attempt.retryAfter).toBe("9".repeat(64));
});

it("the connection is closed after a response longer than 1 KiB, and reused after a shorter one", async () => {
  const long = await attemptAt((response) => response.end(Buffer.alloc(1_025, "x")), {}, 2);
  expect(new Set(long.requests.map(({ socket }) => socket)).size).toBe(2);
  const short = await attemptAt((response) => response.end(Buffer.alloc(1_024, "x")), {}, 2);
  expect(new Set(short.requests.map(({ socket }) => socket)).size).toBe(1);
});

it("a redirect is a failure and is not followed: the attempt stores its status and not its target", async () => {
  const { requests, attempt, succeeded, reason } = await attemptAt((response) =>
    response.writeHead(307, { Location: "/elsewhere" }).end(),
  );
  expect(requests).toHaveLength(1);
  expect({ succeeded, reason, ...attempt }).toMatchObject({
    succeeded: false,
    reason: "redirect",
    statusCode: 307,
    error: "redirects are not followed (307)",
  });
});
