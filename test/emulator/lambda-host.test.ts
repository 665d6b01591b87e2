import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { afterEach, expect, it } from "vitest";
import { newAccessKey } from "../../lib/emulator/access-key.ts";
import { loadAssembly } from "../../lib/emulator/assembly.ts";
import { openFunctionLog } from "../../lib/emulator/lambda/function-log.ts";
import { startLambdaHost } from "../../lib/emulator/lambda/host.ts";
import { anchorAt } from "../../lib/emulator/service-date.ts";
import { eventually, lambda, temporaryFolder, writeAssembly } from "../support/emulator/assembly-fixture.ts";

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

function start(source: string, properties: object = {}, speed = 1) {
  const directory = temporaryFolder();
  const template = { Resources: { Fn: lambda("fn", { FunctionName: "fn", ...properties }) } };
  const assembly = loadAssembly(writeAssembly(directory, { S: template }, { fn: source }), {
    publicHost: "localhost",
    queueUrlBase: "http://127.0.0.1",
  });
  const problems: string[] = [];
  const functionLog = openFunctionLog(
    directory,
    () => Date.now(),
    (line) => problems.push(line),
  );
  const host = startLambdaHost({
    functions: assembly.functions,
    endpoints: {
      dynamodb: "http://d",
      sqs: "http://q",
      scheduler: "http://s",
      kms: "http://k",
      lambda: "http://l",
    },
    accessKey: newAccessKey(),
    anchor: anchorAt(Date.now(), speed),
    variables: { FOR_ALL: "every function" },
    functionLog,
    onProblem: (line) => problems.push(line),
  });
  endings.push(async () => {
    await host.stop(0);
    functionLog.close();
  });
  return { host, problems, log: () => readFileSync(join(directory, "functions.log"), "utf8") };
}

it("a function has the template's environment variables, Lambda's and the emulated endpoints, and none of the host's", async () => {
  process.env["HOST_SECRET"] = "leak";
  const { host } = start("export const handler = async () => ({ ...process.env });", {
    Environment: { Variables: { TABLE_NAME: "table", LIMIT: 5 } },
    MemorySize: 256,
  });
  const result = await host.invoke("fn", {});
  const environment = result.ok ? result.payload : {};
  expect(environment).toMatchObject({
    TABLE_NAME: "table",
    LIMIT: "5",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "256",
    AWS_ENDPOINT_URL_DYNAMODB: "http://d",
    AWS_ENDPOINT_URL_KMS: "http://k",
    FOR_ALL: "every function",
  });
  expect(environment).not.toHaveProperty("HOST_SECRET");
  expect(environment).not.toHaveProperty("HOME");
  delete process.env["HOST_SECRET"];
});

it("an invocation that takes too long fails as on Lambda, and the next one runs in a new thread", async () => {
  const { host, problems } = start(
    "let n = 0; export const handler = async (e) => { n++; if (e.hang) await new Promise((r) => setTimeout(r, 9e6)); return n; };",
    { Timeout: 1 },
  );
  expect(await host.invoke("fn", {})).toMatchObject({ ok: true, payload: 1 });
  const hung = await host.invoke("fn", { hang: true });
  expect(hung).toMatchObject({ ok: false, error: { errorType: "Sandbox.Timedout" } });
  expect(hung.ok ? "" : hung.error.errorMessage).toContain("Task timed out after 1.00 seconds");
  expect(problems.join()).toContain("Task timed out");
  expect(await host.invoke("fn", {})).toMatchObject({ ok: true, payload: 1 });
});

it("a thrown error, an exit and a module that does not load give errors of Lambda's form", async () => {
  const thrower = start("export const handler = async () => { throw new TypeError('no good'); };");
  expect(await thrower.host.invoke("fn", {})).toMatchObject({
    ok: false,
    error: { errorType: "TypeError", errorMessage: "no good", trace: expect.any(Array) },
  });
  const quitter = start("export const handler = async () => { process.exit(3); };");
  expect(await quitter.host.invoke("fn", {})).toMatchObject({
    ok: false,
    error: { errorType: "Runtime.ExitError" },
  });
  const broken = start("throw new Error('at load');");
  expect(await broken.host.invoke("fn", {})).toMatchObject({ ok: false, error: { errorMessage: "at load" } });
  await expect(broken.host.invoke("nobody", {})).rejects.toThrow("no function nobody");
});

it("the trace of an error names the lines of the function's sources if its bundle has a source map", async () => {
  const source =
    "type Event = { name: string };\n\nexport const handler = async ({ name }: Event) => {\n  throw new Error(name);\n};\n";
  const { code } = await transform(source, {
    loader: "ts",
    minify: true,
    sourcemap: "inline",
    sourcefile: "/src/handler.ts",
  });
  const result = await start(code).host.invoke("fn", { name: "why" });
  expect(result.ok ? "" : result.error.trace?.join("\n")).toContain("/src/handler.ts:4:9");
});

it("a function's invocations run in parallel up to its reserved concurrency, and further ones wait", async () => {
  const { host } = start(
    "import { threadId } from 'node:worker_threads'; export const handler = async () => { await new Promise((r) => setTimeout(r, 100)); return threadId; };",
    { ReservedConcurrentExecutions: 2 },
  );
  const results = await Promise.all(Array.from({ length: 5 }, () => host.invoke("fn", {})));
  expect(results.every((result) => result.ok)).toBe(true);
  expect(new Set(results.map((result) => (result.ok ? result.payload : "")))).toHaveProperty("size", 2);
});

it("a function's clock is the service clock, its remaining time is real, and its output is in the log", async () => {
  const { host, problems, log } = start(
    `export const handler = async (_, context) => {
      const before = Date.now(); const left = context.getRemainingTimeInMillis();
      await new Promise((r) => setTimeout(r, 100));
      console.log("plain line"); console.error(JSON.stringify({ level: "ERROR", message: "went wrong" }));
      return { passed: new Date().getTime() - before, spent: left - context.getRemainingTimeInMillis(), isDate: new Date() instanceof Date };
    };`,
    {},
    1000,
  );
  const result = await host.invoke("fn", {});
  const { passed, spent, isDate } = Object(result.ok ? result.payload : {});
  expect(passed).toBeGreaterThan(90_000);
  expect(spent).toBeLessThan(5000);
  expect(isDate).toBe(true);
  await eventually(() =>
    problems.includes("fn: went wrong") && log().includes("fn plain line") ? true : undefined,
  );
});
