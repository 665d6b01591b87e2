import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { type GuardedFetchOptions, guardedFetch } from "../../functions/http/guarded-fetch.ts";
import { fetchError, httpOptions, httpsOptions, resolveToLoopback } from "../support/http/guarded-fetch.ts";
import { selfSigned } from "../support/http/self-signed.ts";
import { startHttp, startHttps, trustedCertificate } from "../support/http/servers.ts";

const guardedFetchFile = new URL("../../functions/http/guarded-fetch.ts", import.meta.url).href;

let certificate: { key: string; cert: string };
beforeAll(async () => {
  certificate = await trustedCertificate();
});

it("a fetch over https sends the exact bytes and headers, and returns status, headers, body and latency", async () => {
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
    ...httpsOptions,
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

it("a fetch over https fails when the certificate is not trusted or is for another host", async () => {
  const untrustedCertificate = await selfSigned(["localhost"]);
  const untrusted = await startHttps(untrustedCertificate, (_, response) => response.end());
  expect(await fetchError(`https://localhost:${untrusted}/`, httpsOptions)).toMatchObject({
    code: "tls",
    message: "the certificate of localhost is self-signed",
  });
  const port = await startHttps(certificate, (_, response) => response.end());
  expect(
    await fetchError(`https://other.example:${port}/`, { ...httpsOptions, resolve: resolveToLoopback }),
  ).toMatchObject({
    code: "tls",
    message: "the certificate of other.example is for another host name",
  });
  expect(
    (await guardedFetch(`https://hooks.example.:${port}/`, { ...httpsOptions, resolve: resolveToLoopback }))
      .status,
  ).toBe(200);
  expect((await guardedFetch(`https://127.0.0.1:${port}/`, httpsOptions)).status).toBe(200);
});

it("the environment cannot disable the certificate check", async () => {
  const untrustedCertificate = await selfSigned(["localhost"]);
  const port = await startHttps(untrustedCertificate, (_, response) => response.end());
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  try {
    expect((await fetchError(`https://localhost:${port}/`, httpsOptions)).code).toBe("tls");
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  }
});

it("a fetch over https at a server without TLS is a tls failure", async () => {
  const port = await startHttp((_, response) => response.end());
  expect((await fetchError(`https://localhost:${port}/`, httpsOptions)).code).toBe("tls");
});

it("a proxy in the environment has no effect", async () => {
  const port = await startHttp((_, response) => response.end("direct"));
  // The agent that Node creates from its proxy variables when it starts with NODE_USE_ENV_PROXY.
  const defaultAgent = http.globalAgent;
  http.globalAgent = new http.Agent({ proxyEnv: { HTTP_PROXY: "http://127.0.0.1:9" } });
  try {
    expect((await guardedFetch(`http://localhost:${port}/`, httpOptions)).body.toString()).toBe("direct");
  } finally {
    http.globalAgent = defaultAgent;
  }
});

it("no proxy that Node would read from the environment has an effect, on new and on reused connections", async () => {
  const port = await startHttps(certificate, (_, response) => response.end("direct"));
  const folder = mkdtempSync(join(tmpdir(), "content-pipeline-proxy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, certificate.cert);
  const script = `
      const { guardedFetch } = await import(${JSON.stringify(guardedFetchFile)});
      for (const keepAlive of [false, true, true]) {
        const options = { ...${JSON.stringify(httpsOptions)}, method: "POST", body: "{}", keepAlive };
        console.log((await guardedFetch("https://localhost:${port}/", options)).body.toString());
      }
    `;
  const unreachableProxy = "http://127.0.0.1:9";
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
  const env = {
    NODE_USE_ENV_PROXY: "1",
    NODE_EXTRA_CA_CERTS: caFile,
    ...Object.fromEntries(proxies.map((name) => [name, unreachableProxy])),
  };
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { env });
  expect(stdout.trim().split("\n")).toEqual(["direct", "direct", "direct"]);
});

it("a URL that is not allowed is a bad_url failure", async () => {
  expect((await fetchError("http://example.com/", httpsOptions)).code).toBe("bad_url");
  expect((await fetchError("https://a:b@example.com/", httpsOptions)).code).toBe("bad_url");
});

it("a fetch without redirects returns the redirect as the response", async () => {
  const port = await startHttp((_, response) => response.writeHead(302, { Location: "/x" }).end());
  expect((await guardedFetch(`http://localhost:${port}/`, httpOptions)).status).toBe(302);
});

it("a fetch follows redirects up to its limit, and never those of a POST", async () => {
  const port = await startHttp((request, response) => {
    const redirectsLeft = Number(request.url?.slice(1));
    if (redirectsLeft === 0) response.end("there");
    else response.writeHead(301, { Location: `${redirectsLeft - 1}` }).end("redirect");
  });
  const options: GuardedFetchOptions = { ...httpOptions, maxRedirects: 3 };
  const response = await guardedFetch(`http://localhost:${port}/3`, options);
  expect([response.url, response.body.toString()]).toEqual([`http://localhost:${port}/0`, "there"]);
  expect((await fetchError(`http://localhost:${port}/4`, options)).code).toBe("too_many_redirects");
  expect((await guardedFetch(`http://localhost:${port}/1`, { ...options, method: "POST" })).status).toBe(301);
});

it.each([
  ["http://10.0.0.1/", "blocked_address"],
  ["http://169.254.169.254/latest/meta-data", "blocked_address"],
  ["file:///etc/passwd", "bad_url"],
  ["http://user:pass@example.com/", "bad_url"],
  ["http://[", "bad_url"],
])("a redirect to %s is not followed", async (location, code) => {
  const port = await startHttp((_, response) => response.writeHead(307, { Location: location }).end());
  expect((await fetchError(`http://localhost:${port}/`, { ...httpOptions, maxRedirects: 3 })).code).toBe(
    code,
  );
});

it("the timeout covers all redirects together", async () => {
  const port = await startHttp((_, response) => {
    setTimeout(() => response.writeHead(302, { Location: "/again" }).end(), 80);
  });
  const options: GuardedFetchOptions = { ...httpOptions, maxRedirects: 50, timeoutMs: 300 };
  expect((await fetchError(`http://localhost:${port}/`, options)).code).toBe("timeout");
});
