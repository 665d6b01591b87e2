import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type GuardedFetchOptions, guardedFetch } from "../../functions/http/guarded-fetch.ts";
import { failure, overHttp, overHttps, toLoopback } from "../support/http/failure.ts";
import { startHttp, startHttps, trustedCertificate } from "../support/http/receiver.ts";
import { selfSigned } from "../support/http/self-signed.ts";

const guardedFetchFile = new URL("../../functions/http/guarded-fetch.ts", import.meta.url).href;

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
    const options: GuardedFetchOptions = {
      ...overHttps,
      method: "POST",
      headers: { "X-One": "1" },
      body: "{☕}",
    };
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
    expect(await failure(`https://localhost:${untrusted}/`, overHttps)).toMatchObject({
      code: "tls",
      message: "the certificate of localhost is self-signed",
    });
    const port = await startHttps(certificate, (_, response) => response.end());
    expect(
      await failure(`https://other.example:${port}/`, { ...overHttps, resolve: toLoopback }),
    ).toMatchObject({
      code: "tls",
      message: "the certificate of other.example is for another host name",
    });
    expect(
      (await guardedFetch(`https://hooks.example.:${port}/`, { ...overHttps, resolve: toLoopback })).status,
    ).toBe(200);
    expect((await guardedFetch(`https://127.0.0.1:${port}/`, overHttps)).status).toBe(200);
  });

  test("the environment cannot switch the certificate check off", async () => {
    const stranger = await selfSigned(["localhost"]);
    const port = await startHttps(stranger, (_, response) => response.end());
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      expect((await failure(`https://localhost:${port}/`, overHttps)).code).toBe("tls");
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  test("a server that speaks no TLS is a tls failure", async () => {
    const port = await startHttp((_, response) => response.end());
    expect((await failure(`https://localhost:${port}/`, overHttps)).code).toBe("tls");
  });
});

describe("what is not a matter of the URL", () => {
  test("a proxy of the environment has no effect", async () => {
    const port = await startHttp((_, response) => response.end("direct"));
    // What node makes of its proxy variables when it starts with NODE_USE_ENV_PROXY.
    const usual = http.globalAgent;
    http.globalAgent = new http.Agent({ proxyEnv: { HTTP_PROXY: "http://127.0.0.1:9" } });
    try {
      expect((await guardedFetch(`http://localhost:${port}/`, overHttp)).body.toString()).toBe("direct");
    } finally {
      http.globalAgent = usual;
    }
  });

  test("no proxy that Node would take from the environment has an effect, on new and on kept connections", async () => {
    const port = await startHttps(certificate, (_, response) => response.end("direct"));
    const folder = mkdtempSync(join(tmpdir(), "content-pipeline-proxy-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const caFile = join(folder, "ca.pem");
    writeFileSync(caFile, certificate.cert);
    const script = `
      const { guardedFetch } = await import(${JSON.stringify(guardedFetchFile)});
      for (const keepAlive of [false, true, true]) {
        const options = { ...${JSON.stringify(overHttps)}, method: "POST", body: "{}", keepAlive };
        console.log((await guardedFetch("https://localhost:${port}/", options)).body.toString());
      }
    `;
    const nowhere = "http://127.0.0.1:9";
    const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
    const env = {
      NODE_USE_ENV_PROXY: "1",
      NODE_EXTRA_CA_CERTS: caFile,
      ...Object.fromEntries(proxies.map((name) => [name, nowhere])),
    };
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { env });
    expect(stdout.trim().split("\n")).toEqual(["direct", "direct", "direct"]);
  });

  test("a refused URL is bad_url", async () => {
    expect((await failure("http://example.com/", overHttps)).code).toBe("bad_url");
    expect((await failure("https://a:b@example.com/", overHttps)).code).toBe("bad_url");
  });
});

describe("redirects", () => {
  test("with none allowed a redirect is the response", async () => {
    const port = await startHttp((_, response) => response.writeHead(302, { Location: "/x" }).end());
    expect((await guardedFetch(`http://localhost:${port}/`, overHttp)).status).toBe(302);
  });

  test("so many are followed, and a POST never is", async () => {
    const port = await startHttp((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("there");
      else response.writeHead(301, { Location: `${left - 1}` }).end("moved");
    });
    const following: GuardedFetchOptions = { ...overHttp, maxRedirects: 3 };
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
    expect((await failure(`http://localhost:${port}/`, { ...overHttp, maxRedirects: 3 })).code).toBe(code);
  });

  test("the time limit is for all hops together", async () => {
    const port = await startHttp((_, response) => {
      setTimeout(() => response.writeHead(302, { Location: "/again" }).end(), 80);
    });
    const options: GuardedFetchOptions = { ...overHttp, maxRedirects: 50, timeoutMs: 300 };
    expect((await failure(`http://localhost:${port}/`, options)).code).toBe("timeout");
  });
});
