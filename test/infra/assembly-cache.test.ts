import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { type AssemblyCache, putAssembly } from "../../lib/local/assembly-cache.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";

let root: string;
/** The present content of the only source. */
let source: string;
/** The content of the source at each synthesis. */
let made: string[];
let cache: AssemblyCache;

beforeEach(() => {
  root = temporaryFolder();
  source = "one";
  made = [];
  cache = {
    cacheDirectory: join(root, "cache"),
    digest: () => `digest-of-${source}`,
    make(directory) {
      made.push(source);
      mkdirSync(join(directory, "asset"), { recursive: true });
      writeFileSync(templateIn(directory), source);
      writeFileSync(join(directory, "asset", "index.mjs"), source);
      return Promise.resolve();
    },
    onStored: () => undefined,
  };
});

const templateIn = (directory: string) => join(directory, "template.json");

/** Puts an assembly into a folder of the test, and returns the content of its template. */
async function put(name: string): Promise<string> {
  await putAssembly(join(root, name), cache);
  return readFileSync(templateIn(join(root, name)), "utf8");
}

it("an assembly of unchanged sources is made once, copied into another folder, and left alone in its own", async () => {
  expect([await put("a"), await put("b")]).toEqual(["one", "one"]);
  const before = statSync(templateIn(join(root, "b"))).ino;
  expect([await put("b"), await put("a")]).toEqual(["one", "one"]);
  expect(statSync(templateIn(join(root, "b"))).ino).toBe(before);
  expect(made).toEqual(["one"]);
});

it("an assembly of changed sources is made anew, in the place of all files of the one before", async () => {
  await put("a");
  writeFileSync(join(root, "a", "left over"), "");
  source = "two";
  expect(await put("a")).toBe("two");
  expect(existsSync(join(root, "a", "left over"))).toBe(false);
  expect(made).toEqual(["one", "two"]);
  expect(readdirSync(join(root, "cache"))).toEqual(["digest-of-two"]);
  expect([await put("b"), made.length]).toEqual(["two", 2]);
});

it("an assembly whose sources change while it is made is used once, and never again", async () => {
  const { make } = cache;
  cache.make = async (directory) => {
    await make(directory);
    source = "two";
  };
  expect(await put("a")).toBe("one");
  cache.make = make;
  expect(await put("a")).toBe("two");
  source = "one";
  expect([await put("b"), made]).toEqual(["one", ["one", "two", "one"]]);
});

it("a folder that was left by a killed start, without all its files, gets the whole assembly", async () => {
  await put("a");
  for (const leave of ["nothing", "some files"]) {
    rmSync(join(root, "b"), { recursive: true, force: true });
    if (leave === "some files") await cache.make(join(root, "b"));
    rmSync(join(root, "b", "asset"), { recursive: true, force: true });
    made = ["one"];
    await put("b");
    expect(readFileSync(join(root, "b", "asset", "index.mjs"), "utf8")).toBe("one");
    expect(made).toEqual(["one"]);
  }
});

it("three starts that make the same assembly at once all get it", async () => {
  const folders = ["a", "b", "c"];
  expect(await Promise.all(folders.map(put))).toEqual(["one", "one", "one"]);
  expect(await put("d")).toBe("one");
});

it("an assembly that cannot be stored, because its cache cannot be written, is used all the same", async () => {
  writeFileSync(join(root, "file"), "");
  cache.cacheDirectory = join(root, "file", "cache");
  expect([await put("a"), await put("a")]).toEqual(["one", "one"]);
  expect(made).toEqual(["one"]);
});
