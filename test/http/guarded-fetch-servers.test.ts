import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { type GuardedFetchOptions, guardedFetch } from "../../functions/http/guarded-fetch.ts";
import { fetchError, httpOptions, httpsOptions } from "../support/http/guarded-fetch.ts";
import { startHttp, startTcp } from "../support/http/servers.ts";

const mebibyte = 1024 * 1024;

/** Starts a server that sends `first` once, then `repeated` as fast as the client reads, until the connection closes. */
async function startFlood(repeated: string, first: string) {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const block = repeated.repeat(Math.ceil(65_536 / Math.max(1, repeated.length)));
  let sentBytes = 0;
  const port = await startTcp((socket) => {
    const sendBlocks = () => {
      if (block === "") return;
      while (!socket.destroyed && socket.write(block)) sentBytes += block.length;
    };
    socket.once("data", () => {
      socket.write(first);
      sendBlocks();
    });
    // `write` has buffered the block for which it returned false.
    socket.on("drain", () => {
      sentBytes += block.length;
      sendBlocks();
    });
    socket.on("close", () => resolve());
  });
  return { port, sentBytes: () => sentBytes, closed };
}

it("a response that came in time is no timeout, although this process was busy until after the limit", async () => {
  const port = await startHttp((_request, response) => {
    response.writeHead(204).end();
    // Server and client share this thread: the response waits in the client's socket.
    response.once("finish", () => {
      const endMs = performance.now() + 1_000;
      while (performance.now() < endMs);
    });
  });
  const { status } = await guardedFetch(`http://127.0.0.1:${port}/`, { ...httpOptions, timeoutMs: 500 });
  expect(status).toBe(204);
});

it("no status line in time is a timeout, however much the server sends", async () => {
  const silent = await startTcp(() => {});
  const interim = await startTcp((socket) => {
    setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n"), 20).unref();
  });
  const slowHeader = await startTcp((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
    setInterval(() => socket.write("x"), 20).unref();
  });
  for (const port of [silent, interim, slowHeader]) {
    const startedMs = performance.now();
    const error = await fetchError(`http://localhost:${port}/`, { ...httpOptions, timeoutMs: 300 });
    expect(error).toMatchObject({ code: "timeout", message: "localhost did not answer within 0.3 s" });
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  }
});

it("a TLS handshake that never ends is a timeout", async () => {
  const port = await startTcp(() => {});
  expect((await fetchError(`https://localhost:${port}/`, { ...httpsOptions, timeoutMs: 300 })).code).toBe(
    "timeout",
  );
});

it("a success with a body that never ends stays a success: the fetch waits one more second and returns the body so far", async () => {
  const port = await startHttp((_, response) => {
    response.writeHead(200).write("a little");
  });
  const startedMs = performance.now();
  const response = await guardedFetch(`http://localhost:${port}/`, { ...httpOptions, timeoutMs: 10_000 });
  expect(response).toMatchObject({ status: 200, truncated: true });
  expect(response.body.toString()).toBe("a little");
  expect(performance.now() - startedMs).toBeLessThan(1_800);
  expect(response.latencyMs).toBeLessThan(500);
});

it("an endless body is read up to the limit, then the connection is closed", async () => {
  let isClosed = false;
  const port = await startHttp((_, response) => {
    const timer = setInterval(() => response.write("x".repeat(10_000)), 1);
    response.on("close", () => {
      clearInterval(timer);
      isClosed = true;
    });
  });
  const response = await guardedFetch(`http://localhost:${port}/`, httpOptions);
  expect([response.body.length, response.truncated]).toEqual([1_024, true]);
  await expect.poll(() => isClosed).toBe(true);
});

it("a fetch keeps the start of a body that was cut off, and fails when it needs the whole body", async () => {
  const port = await startTcp((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", () =>
      setTimeout(() => socket.resetAndDestroy(), 30),
    );
  });
  const response = await guardedFetch(`http://localhost:${port}/`, httpOptions);
  expect([response.status, response.body.toString(), response.truncated]).toEqual([200, "half", true]);
  expect((await fetchError(`http://localhost:${port}/`, { ...httpOptions, wholeBody: true })).code).toBe(
    "connect",
  );
});

it("a whole body must arrive within the limits of size and time", async () => {
  const options: GuardedFetchOptions = { ...httpOptions, wholeBody: true, timeoutMs: 300 };
  const large = await startHttp((_, response) => response.end("x".repeat(1_025)));
  expect((await fetchError(`http://localhost:${large}/`, options)).code).toBe("too_large");
  const exact = await startHttp((_, response) => response.end("x".repeat(1_024)));
  expect((await guardedFetch(`http://localhost:${exact}/`, options)).truncated).toBe(false);
  const slow = await startHttp((_, response) => void response.write("x"));
  expect((await fetchError(`http://localhost:${slow}/`, options)).code).toBe("timeout");
});

it("a connection that is refused, reset or closed without a response is a connect failure whose message has no address", async () => {
  const reset = await startTcp((socket) => void socket.once("data", () => socket.resetAndDestroy()));
  const closed = await startTcp((socket) => void socket.once("data", () => socket.end()));
  for (const port of [reset, closed, 1]) {
    const error = await fetchError(`http://localhost:${port}/`, httpOptions);
    expect(error.code).toBe("connect");
    expect(error.message).not.toMatch(/127\.|::1/);
  }
});

it("response headers over the limit are a too_large failure", async () => {
  const port = await startTcp((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`);
  });
  expect((await fetchError(`http://localhost:${port}/`, httpOptions)).code).toBe("too_large");
});

it.each(["SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 200 OK\r\nBroken Header\r\n\r\n", "\0\0\0\0"])(
  "a response that begins with %j is a protocol failure",
  async (responseText) => {
    const port = await startTcp((socket) => void socket.write(responseText));
    expect((await fetchError(`http://localhost:${port}/`, httpOptions)).code).toBe("protocol");
  },
);

it("an unrequested protocol switch is a protocol failure", async () => {
  const port = await startTcp((socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
  });
  expect((await fetchError(`http://localhost:${port}/`, httpOptions)).code).toBe("protocol");
});

it("a response that comes before the server has read the request counts", async () => {
  const port = await startTcp((socket) => {
    socket.end("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  });
  const body = Buffer.alloc(256 * 1024);
  expect(
    (await guardedFetch(`http://localhost:${port}/`, { ...httpOptions, method: "POST", body })).status,
  ).toBe(413);
});

it("a TLS handshake that comes byte by byte is a timeout", async () => {
  const port = await startTcp((socket) => {
    // The start of a handshake record of 16 KiB.
    socket.write(Buffer.from("160303400002003ffc0303", "hex"));
    setInterval(() => socket.write("x"), 10).unref();
  });
  expect((await fetchError(`https://localhost:${port}/`, { ...httpsOptions, timeoutMs: 300 })).code).toBe(
    "timeout",
  );
});

it.each([
  ["interim responses", "HTTP/1.1 102 Processing\r\n\r\n"],
  ["blank lines", "\r\n"],
])("endless %s are a too_large failure long before the timeout", async (_, repeated) => {
  const { port, sentBytes, closed } = await startFlood(repeated, "");
  const error = await fetchError(`http://localhost:${port}/`, { ...httpOptions, timeoutMs: 10_000 });
  expect(error).toMatchObject({
    code: "too_large",
    message: "localhost sent more than 64 KiB before a status line",
  });
  await closed;
  expect(sentBytes()).toBeLessThan(32 * mebibyte);
});

it.each([
  ["in one line", `X-Large: ${"x".repeat(1_000)}`, "too_large"],
  ["in many lines", "X-Many: x\r\n", "too_large"],
])("endless headers, %s, are a too_large failure at the limit", async (_, repeated, code) => {
  const { port, sentBytes, closed } = await startFlood(repeated, "HTTP/1.1 200 OK\r\n");
  expect((await fetchError(`http://localhost:${port}/`, { ...httpOptions, timeoutMs: 10_000 })).code).toBe(
    code,
  );
  await closed;
  expect(sentBytes()).toBeLessThan(32 * mebibyte);
});

it.each([
  ["with a Content-Length", "Content-Length: 10000000000"],
  ["in chunks", "Transfer-Encoding: chunked"],
  ["until the connection ends", "Connection: close"],
])("an endless body, %s, is read up to the limit and no further", async (_, header) => {
  const chunk = `800\r\n${"x".repeat(2_048)}\r\n`;
  const { port, sentBytes, closed } = await startFlood(
    header.startsWith("Transfer") ? chunk : "x".repeat(2_048),
    `HTTP/1.1 200 OK\r\n${header}\r\n\r\n`,
  );
  const response = await guardedFetch(`http://localhost:${port}/`, { ...httpOptions, timeoutMs: 10_000 });
  expect([response.status, response.body.length, response.truncated]).toEqual([200, 1_024, true]);
  await closed;
  expect(sentBytes()).toBeLessThan(32 * mebibyte);
});

it("a compressed body is returned without decompressing it", async () => {
  const bomb = gzipSync(Buffer.alloc(64 * mebibyte));
  const port = await startHttp((_, response) => {
    response.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb);
  });
  const usedBytesBefore = process.memoryUsage().arrayBuffers;
  const { body, truncated } = await guardedFetch(`http://localhost:${port}/`, httpOptions);
  expect([body.equals(bomb.subarray(0, 1_024)), truncated]).toEqual([true, true]);
  expect(process.memoryUsage().arrayBuffers - usedBytesBefore).toBeLessThan(8 * mebibyte);
});

it("a connection that the server keeps open after its response is closed by the fetch", async () => {
  const { port, closed } = await startFlood(
    "",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok",
  );
  const response = await guardedFetch(`http://localhost:${port}/`, httpOptions);
  expect([response.body.toString(), response.truncated]).toEqual(["ok", false]);
  await closed;
});

it("an error says that the request was not sent when there was no connection, and that it may have been sent otherwise", async () => {
  const errors = {
    refused: await fetchError("https://localhost:1/", httpsOptions),
    silentHandshake: await fetchError(`https://localhost:${await startTcp(() => {})}/`, {
      ...httpsOptions,
      timeoutMs: 200,
    }),
    blocked: await fetchError("https://10.0.0.1/", httpsOptions),
    silent: await fetchError(`http://localhost:${await startHttp(() => {})}/`, {
      ...httpOptions,
      timeoutMs: 200,
    }),
    closed: await fetchError(
      `http://localhost:${await startTcp((socket) => socket.once("data", () => socket.destroy()))}/`,
      httpOptions,
    ),
  };
  expect(Object.entries(errors).filter(([, { requestSent }]) => requestSent)).toEqual([
    ["silent", errors.silent],
    ["closed", errors.closed],
  ]);
});
