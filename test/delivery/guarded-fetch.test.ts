import http from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import type { FetchError } from "../../functions/delivery/fetch-error.ts";
import { type GuardedFetchOptions, guardedFetch } from "../../functions/delivery/guarded-fetch.ts";
import { startHttp, startHttps, startTcp, trustedCertificate } from "./receiver.ts";
import { selfSigned } from "./self-signed.ts";

const base: GuardedFetchOptions = { timeoutMs: 2_000, maxBodyBytes: 1_024, allowLoopback: true };
const plain: GuardedFetchOptions = { ...base, allowHttp: true };

const failure = async (url: string, options: GuardedFetchOptions): Promise<FetchError> => {
  const outcome = await guardedFetch(url, options).catch((error: FetchError) => error);
  if (!("code" in outcome)) throw new Error(`answered with ${outcome.status}`);
  return outcome;
};

const toLoopback = async () => [{ address: "127.0.0.1", family: 4 }];
const never = () => new Promise<never>(() => {});

let certificate: { key: string; cert: string };
beforeAll(async () => {
  certificate = await trustedCertificate();
});

describe("over https", () => {
  test("sends the exact bytes and headers, and hands back status, headers, body and latency", async () => {
    const received: string[] = [];
    const port = await startHttps(certificate, (request, response) => {
      request.setEncoding("utf8").on("data", (chunk: string) => received.push(chunk));
      request.on("end", () => {
        received.push(
          `${request.method} ${request.url} ${String(request.headers["x-one"])} ${request.headers["content-length"]}`,
        );
        setTimeout(() => response.writeHead(202, { "X-Two": "2" }).end("thanks"), 50);
      });
    });
    const url = `https://localhost:${port}/hook?a=%20b`;
    const options: GuardedFetchOptions = { ...base, method: "POST", headers: { "X-One": "1" }, body: "{☕}" };
    const response = await guardedFetch(url, options);
    expect(received).toEqual(["{☕}", "POST /hook?a=%20b 1 5"]);
    expect(response).toMatchObject({ status: 202, truncated: false, url, headers: { "x-two": "2" } });
    expect(response.body.toString()).toBe("thanks");
    expect(response.latencyMs).toBeGreaterThanOrEqual(45);
    expect(response.latencyMs).toBeLessThan(1_000);
  });

  test("the certificate must be trusted and for the host", async () => {
    const stranger = await selfSigned(["localhost"]);
    const untrusted = await startHttps(stranger, (_, response) => response.end());
    expect(await failure(`https://localhost:${untrusted}/`, base)).toMatchObject({
      code: "tls",
      message: "the certificate of localhost is self-signed",
    });
    const port = await startHttps(certificate, (_, response) => response.end());
    expect(await failure(`https://other.example:${port}/`, { ...base, resolve: toLoopback })).toMatchObject({
      code: "tls",
      message: "the certificate of other.example is for another host name",
    });
    expect(
      (await guardedFetch(`https://hooks.example.:${port}/`, { ...base, resolve: toLoopback })).status,
    ).toBe(200);
    expect((await guardedFetch(`https://127.0.0.1:${port}/`, base)).status).toBe(200);
  });

  test("the environment cannot switch the certificate check off", async () => {
    const stranger = await selfSigned(["localhost"]);
    const port = await startHttps(stranger, (_, response) => response.end());
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      expect((await failure(`https://localhost:${port}/`, base)).code).toBe("tls");
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  test("a server that speaks no TLS is a tls failure", async () => {
    const port = await startHttp((_, response) => response.end());
    expect((await failure(`https://localhost:${port}/`, base)).code).toBe("tls");
  });
});

describe("addresses", () => {
  test("no connection is made to a private address, spelled or resolved", async () => {
    let connections = 0;
    const port = await startTcp(() => {
      connections += 1;
    });
    const closed: GuardedFetchOptions = { ...plain, allowLoopback: false };
    for (const host of [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "0.0.0.0",
    ]) {
      expect((await failure(`http://${host}:${port}/`, closed)).code).toBe("blocked_address");
    }
    for (const addresses of [
      ["127.0.0.1"],
      ["8.8.8.8", "127.0.0.1"],
      ["::1"],
      ["fe80::1%lo"],
      ["::ffff:7f00:1"],
    ]) {
      const resolve = async () =>
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      expect(await failure(`http://hooks.example:${port}/`, { ...closed, resolve })).toMatchObject({
        code: "blocked_address",
        message: "hooks.example is not at a public address",
      });
    }
    expect(connections).toBe(0);
  });

  test("a name is resolved once, so an answer that changes later cannot redirect the connection", async () => {
    const port = await startHttp((_, response) => response.end("checked"));
    const answers = [[{ address: "127.0.0.1", family: 4 }], [{ address: "10.0.0.1", family: 4 }]];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? [];
    const response = await guardedFetch(`http://hooks.example:${port}/`, { ...plain, resolve });
    expect(response.body.toString()).toBe("checked");
    expect(asked).toBe(1);
    // The second request asks again, and is refused.
    expect((await failure(`http://hooks.example:${port}/`, { ...plain, resolve })).code).toBe(
      "blocked_address",
    );
  });

  test("a name that does not resolve, or not in time, is a dns failure", async () => {
    expect(await failure("https://does-not-exist.invalid/", base)).toMatchObject({
      code: "dns",
      message: "does-not-exist.invalid could not be resolved",
    });
    expect((await failure("https://hooks.example/", { ...base, timeoutMs: 50, resolve: never })).code).toBe(
      "dns",
    );
    expect((await failure("https://hooks.example/", { ...base, resolve: async () => [] })).code).toBe("dns");
  });

  test("a proxy of the environment has no effect", async () => {
    const port = await startHttp((_, response) => response.end("direct"));
    // What node makes of its proxy variables when it starts with NODE_USE_ENV_PROXY.
    const usual = http.globalAgent;
    http.globalAgent = new http.Agent({ proxyEnv: { HTTP_PROXY: "http://127.0.0.1:9" } });
    try {
      expect((await guardedFetch(`http://localhost:${port}/`, plain)).body.toString()).toBe("direct");
    } finally {
      http.globalAgent = usual;
    }
  });

  test("a refused URL is bad_url", async () => {
    expect((await failure("http://example.com/", base)).code).toBe("bad_url");
    expect((await failure("https://a:b@example.com/", base)).code).toBe("bad_url");
  });
});

describe("redirects", () => {
  test("with none allowed a redirect is the response", async () => {
    const port = await startHttp((_, response) => response.writeHead(302, { Location: "/x" }).end());
    expect((await guardedFetch(`http://localhost:${port}/`, plain)).status).toBe(302);
  });

  test("so many are followed, and a POST never is", async () => {
    const port = await startHttp((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("there");
      else response.writeHead(301, { Location: `${left - 1}` }).end("moved");
    });
    const following: GuardedFetchOptions = { ...plain, maxRedirects: 3 };
    const response = await guardedFetch(`http://localhost:${port}/3`, following);
    expect([response.url, response.body.toString()]).toEqual([`http://localhost:${port}/0`, "there"]);
    expect((await failure(`http://localhost:${port}/4`, following)).code).toBe("too_many_redirects");
    expect((await guardedFetch(`http://localhost:${port}/1`, { ...following, method: "POST" })).status).toBe(
      301,
    );
  });

  test.each([
    ["http://10.0.0.1/", "blocked_address"],
    ["http://169.254.169.254/latest/meta-data", "blocked_address"],
    ["file:///etc/passwd", "bad_url"],
    ["http://user:pass@example.com/", "bad_url"],
    ["http://[", "bad_url"],
  ])("a redirect to %s is refused", async (location, code) => {
    const port = await startHttp((_, response) => response.writeHead(307, { Location: location }).end());
    expect((await failure(`http://localhost:${port}/`, { ...plain, maxRedirects: 3 })).code).toBe(code);
  });

  test("the time limit is for all hops together", async () => {
    const port = await startHttp((_, response) => {
      setTimeout(() => response.writeHead(302, { Location: "/again" }).end(), 80);
    });
    const options: GuardedFetchOptions = { ...plain, maxRedirects: 50, timeoutMs: 300 };
    expect((await failure(`http://localhost:${port}/`, options)).code).toBe("timeout");
  });
});

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
      const error = await failure(`http://localhost:${port}/`, { ...plain, timeoutMs: 300 });
      expect(error).toMatchObject({ code: "timeout", message: "localhost did not answer within 0.3 s" });
      expect(performance.now() - startedMs).toBeLessThan(1_000);
    }
  });

  test("a TLS handshake that never ends is a timeout", async () => {
    const port = await startTcp(() => {});
    expect((await failure(`https://localhost:${port}/`, { ...base, timeoutMs: 300 })).code).toBe("timeout");
  });

  test("a body that never ends does not spoil a success: a second more, and what came is kept", async () => {
    const port = await startHttp((_, response) => {
      response.writeHead(200).write("a little");
    });
    const startedMs = performance.now();
    const response = await guardedFetch(`http://localhost:${port}/`, { ...plain, timeoutMs: 10_000 });
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
    const response = await guardedFetch(`http://localhost:${port}/`, plain);
    expect([response.body.length, response.truncated]).toEqual([1_024, true]);
    await expect.poll(() => isClosed).toBe(true);
  });

  test("a connection cut in the body keeps what came, unless the whole body is wanted", async () => {
    const port = await startTcp((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", () =>
        setTimeout(() => socket.resetAndDestroy(), 30),
      );
    });
    const response = await guardedFetch(`http://localhost:${port}/`, plain);
    expect([response.status, response.body.toString(), response.truncated]).toEqual([200, "half", true]);
    expect((await failure(`http://localhost:${port}/`, { ...plain, wholeBody: true })).code).toBe("connect");
  });

  test("a whole body must come within the limits of size and time", async () => {
    const whole: GuardedFetchOptions = { ...plain, wholeBody: true, timeoutMs: 300 };
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
      const error = await failure(`http://localhost:${port}/`, plain);
      expect(error.code).toBe("connect");
      expect(error.message).not.toMatch(/127\.|::1/);
    }
  });

  test("headers past the limit are too_large", async () => {
    const port = await startTcp((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`);
    });
    expect((await failure(`http://localhost:${port}/`, plain)).code).toBe("too_large");
  });

  test.each(["SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 200 OK\r\nBroken Header\r\n\r\n", "\0\0\0\0"])(
    "%j is a protocol failure",
    async (answer) => {
      const port = await startTcp((socket) => void socket.write(answer));
      expect((await failure(`http://localhost:${port}/`, plain)).code).toBe("protocol");
    },
  );

  test("a protocol switch that nobody asked for is a protocol failure", async () => {
    const port = await startTcp((socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
    });
    expect((await failure(`http://localhost:${port}/`, plain)).code).toBe("protocol");
  });

  test("an answer before the request is read counts", async () => {
    const port = await startTcp((socket) => {
      socket.end("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    });
    const body = Buffer.alloc(256 * 1024);
    expect((await guardedFetch(`http://localhost:${port}/`, { ...plain, method: "POST", body })).status).toBe(
      413,
    );
  });
});
