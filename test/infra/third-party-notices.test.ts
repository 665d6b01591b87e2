import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { trusted } from "../../functions/domain/trusted.ts";
import { bundleFunctions, bundlesDirectory, inputsOf, noticesName, projectRoot } from "../../lib/bundle.ts";
import { thirdPartyNotices } from "../../lib/third-party-notices.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";

let outputs: Metafile["outputs"];
let folders: string[];

const isBundle = (path: string) => path.endsWith(".mjs");

beforeAll(async () => {
  await bundleFunctions();
  const metafile = trusted<Metafile>(JSON.parse(readFileSync(join(bundlesDirectory, "meta.json"), "utf8")));
  outputs = metafile.outputs;
  folders = globSync("*/*", { cwd: bundlesDirectory });
}, 60_000);

it("every function's folder has the licences of all packages in its bundle, and the same bytes at each build", () => {
  expect(folders.length).toBeGreaterThan(30);
  for (const folder of folders) {
    const inputs = inputsOf(folder, outputs);
    const notices = readFileSync(join(bundlesDirectory, folder, noticesName), "utf8");
    expect(notices).toBe(thirdPartyNotices(inputs, projectRoot));
    const [list = "", ...texts] = notices.split(/^-{80}$/m);
    const names = Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      // feedsmith contains a copy of a package of the same author.
      .map(([file]) => file.replace("/dist/node_modules/trousse/", "/"))
      .flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
    for (const name of new Set(names)) {
      expect(list).toContain(`\n${name} `);
      expect(texts.some((text) => text.includes(`\n${name} `) && /copyright/i.test(text))).toBe(true);
    }
  }
  expect(globSync(`${bundlesDirectory}/*/*/*.mjs`)).toHaveLength(
    Object.keys(outputs).filter(isBundle).length,
  );
});

it("a package without a licence cannot be in a bundle", () => {
  const root = temporaryFolder();
  const folder = join(root, "node_modules", "unlicensed");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"name":"unlicensed","version":"1.0.0"}');
  const inputs = { "node_modules/unlicensed/index.js": { bytesInOutput: 1 } };
  expect(() => thirdPartyNotices(inputs, root)).toThrow(
    "The package unlicensed 1.0.0 has no licence: it cannot be in a bundle.",
  );
});
