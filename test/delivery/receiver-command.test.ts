import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { expect, it } from "vitest";
import { signatureHeader } from "../../functions/delivery/sign.ts";
import { isJsonObject, parseJsonObject } from "../../lib/emulator/json.ts";
import {
  delivery,
  runReceiver,
  startReceiver,
  stateOfService,
} from "../support/delivery/receiver-process.ts";

const secret = "it's a secret";
const event = { id: "evt_1", delivery: "dlv_1", attempt: 1 };

it("the receiver prints for every delivery whether its signature is valid, and accepts an event once", async () => {
  const receiver = await startReceiver("--secret", secret);
  const genuine = delivery(event, secret);
  const forged = { ...genuine, body: genuine.body.replace("Grüße", "Grusz") };
  expect(await receiver.send(genuine)).toEqual({ status: 200, text: "accepted" });
  expect(await receiver.send(genuine)).toEqual({ status: 200, text: "accepted before" });
  expect(await receiver.send(forged)).toEqual({ status: 401, text: "the signature is wrong" });
  expect(await receiver.send(delivery(event, null))).toEqual({ status: 401, text: "there is no signature" });
  await receiver.printed("signature absent");
  receiver.child.kill("SIGINT");
  const { code, stdout } = await receiver.ended;
  const requests = stdout.slice(stdout.indexOf("/test\n") + "/test\n".length).trim();
  expect(requests.replaceAll(/\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>").replaceAll(/\d+ ms/g, "<ms>")).toBe(
    `<time>  post.published  attempt 1  evt_1  new event
               dlv_1  signature VALID (X-Service-Signature)  returned 200 after <ms>: accepted
<time>  post.published  attempt 1  evt_1  DUPLICATE: accepted before
               dlv_1  signature VALID (X-Service-Signature)  returned 200 after <ms>: accepted before
<time>  post.published  attempt 1  evt_1
               dlv_1  signature INVALID (X-Service-Signature)  returned 401 after <ms>: the signature is wrong
<time>  post.published  attempt 1  evt_1
               dlv_1  signature absent  returned 401 after <ms>: there is no signature

Requests: 4, events: 1, duplicates: 1, returned 200: 2, returned 401: 2, signature absent: 1, signature invalid: 1, signature valid: 2`,
  );
  expect(code).toBe(0);
});

it("the receiver accepts a delivery during a rotation by the header of the previous secret", async () => {
  const receiver = await startReceiver("--secret", "old");
  const { body, headers } = delivery(event, "new");
  const previous = { "X-Service-Signature-Previous": signatureHeader(body, "old") };
  expect(await receiver.send({ body, headers: { ...headers, ...previous } })).toMatchObject({ status: 200 });
  await receiver.printed("signature VALID (X-Service-Signature-Previous)");
});

it("the receiver fails the first attempts of each delivery with --fail, and prints bodies with --body", async () => {
  const receiver = await startReceiver("--secret", secret, "--fail", "2", "--body");
  const attempt = (deliveryId: string, id: string, number: number) =>
    receiver.send(delivery({ id, delivery: deliveryId, attempt: number }, secret));
  const statuses = [];
  for (const number of [1, 2, 3])
    statuses.push(
      (await attempt("dlv_1", "evt_1", number)).status,
      (await attempt("dlv_2", "evt_2", number)).status,
    );
  expect(statuses).toEqual([500, 500, 500, 500, 200, 200]);
  await receiver.printed(/attempt 3 {2}evt_2 {2}seen before, not accepted yet/);
  expect(receiver.output()).toContain('"text": "Grüße"');
});

it("the receiver without a secret accepts everything, and says that it does not check signatures", async () => {
  const receiver = await startReceiver();
  expect(receiver.output()).toContain("Signatures are not checked, because there is no --secret.");
  expect(await receiver.send(delivery(event, secret))).toMatchObject({ status: 200 });
  expect(await receiver.send(delivery({ ...event, id: "evt_2" }, null))).toMatchObject({ status: 200 });
  await receiver.printed("signature absent");
  expect(receiver.output()).toContain("signature not checked (X-Service-Signature)");
});

it("the receiver with --slow reports a caller that hangs up, and ends on Ctrl-C at once", async () => {
  const receiver = await startReceiver("--secret", secret, "--slow", "600000");
  const hangUp = new AbortController();
  const abandoned = receiver.send({ ...delivery(event, secret), signal: hangUp.signal });
  abandoned.catch(() => {});
  // The request must have arrived before it is aborted, on a busy machine too.
  setTimeout(() => hangUp.abort(), 2_000);
  await expect(abandoned).rejects.toThrow("aborted");
  await receiver.printed(/the caller disconnected after \d+ ms, before the response 200/);
  const waiting = receiver.send(delivery({ ...event, id: "evt_2" }, secret));
  waiting.catch(() => {});
  await sleep(1_000);
  receiver.child.kill("SIGINT");
  const { code, stdout } = await receiver.ended;
  await expect(waiting).rejects.toThrow(/socket hang up|ECONN/);
  expect(stdout).toContain("disconnected before the response: 1");
  expect(code).toBe(0);
});

it("the command that the receiver prints subscribes exactly this receiver to every event, whatever the secret contains", async () => {
  const receiver = await startReceiver("--secret", secret);
  const [, quoted] = / -d (.*?) \| grep/.exec(receiver.output()) ?? [];
  const unquoted = execFileSync("sh", ["-c", `printf %s ${quoted}`], { encoding: "utf8" });
  const body = parseJsonObject(unquoted, "the line");
  expect(isJsonObject(body) && body).toEqual({
    url: `https://localhost:${receiver.port}/hook`,
    events: expect.arrayContaining(["post.published", "webhook.test"]),
    secret,
  });
  expect(receiver.output()).toContain("-H 'Authorization: Bearer cps_write'");
  expect(receiver.output()).toContain(`--cacert ${receiver.caFile}`);
});

it("the receiver rejects requests that are not deliveries, prints no control characters, and keeps running", async () => {
  const receiver = await startReceiver("--body");
  const { port } = receiver;
  expect(await receiver.send({ method: "GET" })).toMatchObject({ status: 405 });
  expect(await receiver.send({ body: "no JSON \u001b[2J\u202e" })).toMatchObject({ status: 400 });
  expect(await receiver.send({ body: '["an array"]' })).toMatchObject({ status: 400 });
  expect(await receiver.send({ body: '{"id":7}' })).toMatchObject({ status: 400 });
  expect(await receiver.send({ body: "x".repeat(2 ** 21) })).toMatchObject({ status: 413 });
  await cutOff(receiver.caFile, port);
  await receiver.printed("A request was cut off").catch(() => console.log(receiver.output()));
  plainRequest({ port, host: "127.0.0.1" })
    .on("error", () => {})
    .end();
  await receiver.printed("A plain HTTP request arrived");
  expect(await receiver.send(delivery(event, null))).toMatchObject({ status: 200 });
  expect(receiver.output()).toContain("no JSON \\u{1b}[2J\\u{202e}");
  expect(receiver.output()).not.toMatch(/[\u001b\u202e]/);
});

it("the receiver ends on every invalid option with one line that says what to do", {
  timeout: 60_000,
}, async () => {
  const { state } = await stateOfService();
  const taken = await startReceiver();
  const invalidOptions: [string[], RegExp][] = [
    [["--port", "x"], /^--port "x" does not fit: choose a whole number from 0 to 65535\.\n$/],
    [["--fail=-1"], /^--fail "-1" does not fit/],
    [["--slow", "1.5"], /^--slow "1\.5" does not fit/],
    [["--secret", ""], /^--secret must have 1 to 255 characters, and has 0\.\n$/],
    [["--secret", "x".repeat(256)], /^--secret must have 1 to 255 characters, and has 256\.\n$/],
    [["--secrets", "x"], /^Unknown option '--secrets'\. See npm run receiver -- --help\.\n$/],
    [["8443"], /^Unexpected argument '8443'\. See npm run receiver -- --help\.\n$/],
    [["--state", `${state}/none`], /^No service has run on the state folder .*: run npm start first/],
    [["--state", state, "--port", String(taken.port)], /^Port \d+ is taken by another program: .*--port/],
  ];
  for (const [args, line] of invalidOptions) {
    const { code, stdout, stderr } = await runReceiver(args).ended;
    expect({ code, stdout }, args.join(" ")).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd()).not.toContain("\n");
  }
  const { code, stdout } = await runReceiver(["--help"]).ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("--secret S") });
});

/** Sends a shorter body than its Content-Length, then closes the connection. */
function cutOff(caFile: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const ca = readFileSync(caFile);
    const socket = connect({ port, host: "127.0.0.1", servername: "localhost", ca }, () => {
      socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf", () => {
        socket.destroy();
        resolve();
      });
    });
    socket.on("error", reject);
  });
}
