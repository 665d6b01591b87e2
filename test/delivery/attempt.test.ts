import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { attemptDelivery } from "../../functions/delivery/attempt.ts";
import { signatureHeader } from "../../functions/delivery/sign.ts";
import { startHttps, trustedCertificate } from "../support/http/servers.ts";

let certificate: { key: string; cert: string };
beforeAll(async () => {
  certificate = await trustedCertificate();
});

/** More bytes than characters, and such as JSON leaves as they are. */
const body = '{"data":{"title":"Grüße, 世界 📰"}}';
const delivery = { id: "dlv_1", type: "post.published" as const, body };

interface Came {
  headers: IncomingHttpHeaders;
  body: string;
  socket: Socket;
}

/** Sends the delivery to an endpoint that answers by `answer`; tells what came there, and what is kept of the attempt. */
async function attemptAt(answer: (response: ServerResponse) => void, secrets: object = {}, times = 1) {
  const came: Came[] = [];
  const port = await startHttps(certificate, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { headers, socket } = request;
      came.push({ headers, body: Buffer.concat(chunks).toString("utf8"), socket });
      answer(response);
    });
  });
  const url = `https://localhost:${port}/hook`;
  const sent = { delivery, number: 3, url, secret: null, previousSecret: null, ...secrets };
  const effects = { nowMs: () => Date.now(), allowLoopback: true };
  const outcomes = [];
  for (let time = 0; time < times; time += 1) outcomes.push(await attemptDelivery(sent, effects));
  const [outcome] = outcomes;
  const [first] = came;
  if (outcome === undefined || first === undefined) throw new Error("nothing came");
  return { ...outcome, came, first };
}

const empty = (response: ServerResponse) => response.writeHead(204).end();

describe("what is sent", () => {
  it("is the delivery's bytes as UTF-8, all of them, under the headers that receivers are promised", async () => {
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

  it("is signed by the secret of the moment, and by the one before it in a header of its own", async () => {
    const { first } = await attemptAt(empty, { secret: "new", previousSecret: "old" });
    expect(first.headers).toMatchObject({
      "x-service-signature": signatureHeader(body, "new"),
      "x-service-signature-previous": signatureHeader(body, "old"),
    });
  });
});

describe("what is kept of an answer", () => {
  it.each([
    ["plain text", Buffer.alloc(5_000, "x"), "x".repeat(1_024)],
    // Each of these bytes becomes a character of three.
    ["what is no UTF-8", Buffer.alloc(1_024, 0xff), "\ufffd".repeat(341)],
    [
      "a character that the end cuts through",
      Buffer.from("ü".repeat(1_023).padStart(1_024, "x")),
      /^xü{511}/,
    ],
  ])("is 1 KiB at most: %s", async (_, answered, kept) => {
    const { attempt } = await attemptAt((response) => response.writeHead(500).end(answered));
    expect(Buffer.byteLength(attempt.response ?? "")).toBeLessThanOrEqual(1_024);
    expect(attempt.response).toEqual(kept instanceof RegExp ? expect.stringMatching(kept) : kept);
  });

  it("is no more of Retry-After than seconds or a date take", async () => {
    const { attempt } = await attemptAt((response) =>
      response.writeHead(503, { "Retry-After": "9".repeat(8_000) }).end(),
    );
    expect(attempt.retryAfter).toBe("9".repeat(64));
  });

  it("is not more than was read: the connection of a longer answer is closed, that of a shorter one serves again", async () => {
    const long = await attemptAt((response) => response.end(Buffer.alloc(1_025, "x")), {}, 2);
    expect(new Set(long.came.map(({ socket }) => socket)).size).toBe(2);
    const short = await attemptAt((response) => response.end(Buffer.alloc(1_024, "x")), {}, 2);
    expect(new Set(short.came.map(({ socket }) => socket)).size).toBe(1);
  });

  it("is its status and nothing of where a redirect points, which is a failure and is not followed", async () => {
    const { came, attempt, succeeded, reason } = await attemptAt((response) =>
      response.writeHead(307, { Location: "/elsewhere" }).end(),
    );
    expect(came).toHaveLength(1);
    expect({ succeeded, reason, ...attempt }).toMatchObject({
      succeeded: false,
      reason: "redirect",
      statusCode: 307,
      error: "redirects are not followed (307)",
    });
  });
});
