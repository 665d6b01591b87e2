import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type GuardedFetchOptions, guardedFetch } from "../../functions/http/guarded-fetch.ts";
import { failure, overHttp, overHttps } from "../support/http/failure.ts";
import { startHttp, startTcp } from "../support/http/receiver.ts";

const mebibyte = 1024 * 1024;

/** Says something once, then something else as fast as it is taken, until the connection is closed. */
async function startFlood(repeated: string, first: string) {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const block = repeated.repeat(Math.ceil(65_536 / Math.max(1, repeated.length)));
  let sentBytes = 0;
  const port = await startTcp((socket) => {
    const pour = () => {
      if (block === "") return;
      while (!socket.destroyed && socket.write(block)) sentBytes += block.length;
    };
    socket.once("data", () => {
      socket.write(first);
      pour();
    });
    // `write` has taken what it answers false to.
    socket.on("drain", () => {
      sentBytes += block.length;
      pour();
    });
    socket.on("close", () => resolve());
  });
  return { port, sentBytes: () => sentBytes, closed };
}

describe("slow, endless and broken servers", () => {
  test("no status line in time is a timeout, however busy the connection is", async () => {
    const silent = await startTcp(() => {});
    const chatty = await startTcp((socket) => {
      setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n"), 20).unref();
    });
    const dribbling = await startTcp((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
      setInterval(() => socket.write("x"), 20).unref();
    });
    for (const port of [silent, chatty, dribbling]) {
      const startedMs = performance.now();
      const error = await failure(`http://localhost:${port}/`, { ...overHttp, timeoutMs: 300 });
      expect(error).toMatchObject({ code: "timeout", message: "localhost did not answer within 0.3 s" });
      expect(performance.now() - startedMs).toBeLessThan(1_000);
    }
  });

  test("a TLS handshake that never ends is a timeout", async () => {
    const port = await startTcp(() => {});
    expect((await failure(`https://localhost:${port}/`, { ...overHttps, timeoutMs: 300 })).code).toBe(
      "timeout",
    );
  });

  test("a body that never ends does not spoil a success: a second more, and what came is kept", async () => {
    const port = await startHttp((_, response) => {
      response.writeHead(200).write("a little");
    });
    const startedMs = performance.now();
    const response = await guardedFetch(`http://localhost:${port}/`, { ...overHttp, timeoutMs: 10_000 });
    expect(response).toMatchObject({ status: 200, truncated: true });
    expect(response.body.toString()).toBe("a little");
    expect(performance.now() - startedMs).toBeLessThan(1_800);
    expect(response.latencyMs).toBeLessThan(500);
  });

  test("an endless body is read to the limit and then dropped", async () => {
    let isClosed = false;
    const port = await startHttp((_, response) => {
      const timer = setInterval(() => response.write("x".repeat(10_000)), 1);
      response.on("close", () => {
        clearInterval(timer);
        isClosed = true;
      });
    });
    const response = await guardedFetch(`http://localhost:${port}/`, overHttp);
    expect([response.body.length, response.truncated]).toEqual([1_024, true]);
    await expect.poll(() => isClosed).toBe(true);
  });

  test("a connection cut in the body keeps what came, unless the whole body is wanted", async () => {
    const port = await startTcp((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", () =>
        setTimeout(() => socket.resetAndDestroy(), 30),
      );
    });
    const response = await guardedFetch(`http://localhost:${port}/`, overHttp);
    expect([response.status, response.body.toString(), response.truncated]).toEqual([200, "half", true]);
    expect((await failure(`http://localhost:${port}/`, { ...overHttp, wholeBody: true })).code).toBe(
      "connect",
    );
  });

  test("a whole body must come within the limits of size and time", async () => {
    const whole: GuardedFetchOptions = { ...overHttp, wholeBody: true, timeoutMs: 300 };
    const large = await startHttp((_, response) => response.end("x".repeat(1_025)));
    expect((await failure(`http://localhost:${large}/`, whole)).code).toBe("too_large");
    const exact = await startHttp((_, response) => response.end("x".repeat(1_024)));
    expect((await guardedFetch(`http://localhost:${exact}/`, whole)).truncated).toBe(false);
    const slow = await startHttp((_, response) => void response.write("x"));
    expect((await failure(`http://localhost:${slow}/`, whole)).code).toBe("timeout");
  });

  test("a connection that is refused, reset or closed unanswered is a connect failure that names no address", async () => {
    const reset = await startTcp((socket) => void socket.once("data", () => socket.resetAndDestroy()));
    const closed = await startTcp((socket) => void socket.once("data", () => socket.end()));
    for (const port of [reset, closed, 1]) {
      const error = await failure(`http://localhost:${port}/`, overHttp);
      expect(error.code).toBe("connect");
      expect(error.message).not.toMatch(/127\.|::1/);
    }
  });

  test("headers past the limit are too_large", async () => {
    const port = await startTcp((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`);
    });
    expect((await failure(`http://localhost:${port}/`, overHttp)).code).toBe("too_large");
  });

  test.each(["SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 200 OK\r\nBroken Header\r\n\r\n", "\0\0\0\0"])(
    "%j is a protocol failure",
    async (answer) => {
      const port = await startTcp((socket) => void socket.write(answer));
      expect((await failure(`http://localhost:${port}/`, overHttp)).code).toBe("protocol");
    },
  );

  test("a protocol switch that nobody asked for is a protocol failure", async () => {
    const port = await startTcp((socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
    });
    expect((await failure(`http://localhost:${port}/`, overHttp)).code).toBe("protocol");
  });

  test("an answer before the request is read counts", async () => {
    const port = await startTcp((socket) => {
      socket.end("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    });
    const body = Buffer.alloc(256 * 1024);
    expect(
      (await guardedFetch(`http://localhost:${port}/`, { ...overHttp, method: "POST", body })).status,
    ).toBe(413);
  });

  test("a TLS handshake that comes byte by byte is a timeout", async () => {
    const port = await startTcp((socket) => {
      // The start of a handshake record of 16 KiB.
      socket.write(Buffer.from("160303400002003ffc0303", "hex"));
      setInterval(() => socket.write("x"), 10).unref();
    });
    expect((await failure(`https://localhost:${port}/`, { ...overHttps, timeoutMs: 300 })).code).toBe(
      "timeout",
    );
  });

  test.each([
    ["interim responses", "HTTP/1.1 102 Processing\r\n\r\n"],
    ["blank lines", "\r\n"],
  ])("%s without end are a failure long before the time is over", async (_, repeated) => {
    const { port, sentBytes, closed } = await startFlood(repeated, "");
    const error = await failure(`http://localhost:${port}/`, { ...overHttp, timeoutMs: 10_000 });
    expect(error).toMatchObject({
      code: "too_large",
      message: "localhost sent more than 64 KiB before a status line",
    });
    await closed;
    expect(sentBytes()).toBeLessThan(32 * mebibyte);
  });

  test.each([
    ["in one", `X-Large: ${"x".repeat(1_000)}`, "too_large"],
    ["in many", "X-Many: x\r\n", "too_large"],
  ])("headers without end, %s, are refused at the limit", async (_, repeated, code) => {
    const { port, sentBytes, closed } = await startFlood(repeated, "HTTP/1.1 200 OK\r\n");
    expect((await failure(`http://localhost:${port}/`, { ...overHttp, timeoutMs: 10_000 })).code).toBe(code);
    await closed;
    expect(sentBytes()).toBeLessThan(32 * mebibyte);
  });

  test.each([
    ["of a length given", "Content-Length: 10000000000"],
    ["in chunks", "Transfer-Encoding: chunked"],
    ["until the connection ends", "Connection: close"],
  ])("a body without end, %s, is read to the limit and the rest not fetched", async (_, header) => {
    const chunk = `800\r\n${"x".repeat(2_048)}\r\n`;
    const { port, sentBytes, closed } = await startFlood(
      header.startsWith("Transfer") ? chunk : "x".repeat(2_048),
      `HTTP/1.1 200 OK\r\n${header}\r\n\r\n`,
    );
    const response = await guardedFetch(`http://localhost:${port}/`, { ...overHttp, timeoutMs: 10_000 });
    expect([response.status, response.body.length, response.truncated]).toEqual([200, 1_024, true]);
    await closed;
    expect(sentBytes()).toBeLessThan(32 * mebibyte);
  });

  test("a compressed body is kept as it came: what it would become is nobody's matter", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * mebibyte));
    const port = await startHttp((_, response) => {
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb);
    });
    const usedBefore = process.memoryUsage().arrayBuffers;
    const { body, truncated } = await guardedFetch(`http://localhost:${port}/`, overHttp);
    expect([body.equals(bomb.subarray(0, 1_024)), truncated]).toEqual([true, true]);
    expect(process.memoryUsage().arrayBuffers - usedBefore).toBeLessThan(8 * mebibyte);
  });

  test("a connection that stays open after its answer is closed by us", async () => {
    const { port, closed } = await startFlood(
      "",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok",
    );
    const response = await guardedFetch(`http://localhost:${port}/`, overHttp);
    expect([response.body.toString(), response.truncated]).toEqual(["ok", false]);
    await closed;
  });
});
