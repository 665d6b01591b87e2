import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { projectRoot } from "../../lib/bundle.ts";
import { bundleDashboard } from "../../lib/dashboard.ts";
import { type BuiltFile, viewSizes } from "../support/dashboard/view-sizes.ts";

const firstViewBytesMax = 150_000;
const furtherViewBytesMax = 40_000;

it("the first view loads at most 150 kB of gzipped JavaScript, and each further view at most 40 kB", async () => {
  const built = await bundleDashboard({ write: false });
  if (!("output" in built)) throw new Error("Vite returned no output");
  const files = built.output.filter((file) => file.type === "chunk");
  const { first, further } = viewSizes(files, (module) => module.endsWith("/views/today/today.tsx"));
  expect(first).toBeLessThanOrEqual(firstViewBytesMax);
  const tooLarge = Object.entries(further)
    .filter(([, bytes]) => bytes > furtherViewBytesMax)
    .map(([module, bytes]) => `${relative(projectRoot, module)}: ${bytes} bytes`);
  expect(tooLarge).toEqual([]);
});

const file = (fileName: string, given: Partial<BuiltFile> = {}): BuiltFile => ({
  fileName,
  // Text that gzip cannot make much smaller, of another length in each file.
  code: Array.from({ length: fileName.length }, (_, at) => Math.sin(at + fileName.length)).join(","),
  isEntry: false,
  facadeModuleId: fileName,
  imports: [],
  dynamicImports: [],
  ...given,
});

const sum = (...files: BuiltFile[]) => files.reduce((bytes, { code }) => bytes + gzipSync(code).length, 0);

it("the first view is counted with Today, and a further view with what only it needs", () => {
  const entry = file("entry", { isEntry: true, imports: ["react"], dynamicImports: ["today", "posts"] });
  const react = file("react");
  const today = file("today", { imports: ["entry", "shared list"] });
  const list = file("shared list");
  const posts = file("posts", { imports: ["entry", "shared list", "editor"], dynamicImports: ["a dialog"] });
  const editor = file("editor");
  const dialog = file("a dialog", { imports: ["react"] });
  expect(viewSizes([entry, react, today, list, posts, editor, dialog], (name) => name === "today")).toEqual({
    first: sum(entry, react, today, list),
    further: { posts: sum(posts, editor, dialog) },
  });
});
