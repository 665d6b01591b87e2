import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundleSources } from "../../lib/bundle.ts";
import { dashboardSources } from "../../lib/dashboard.ts";
import { digestOf } from "../../lib/digest.ts";
import { assemblySources } from "../../lib/local/synthesize.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";

it("the digest of sources changes with the content, the name and the number of their files, and with nothing else", () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "lib", "stacks"), { recursive: true });
  writeFileSync(join(root, "package.json"), "{}");
  writeFileSync(join(root, "lib", "app.ts"), "app");
  writeFileSync(join(root, "lib", "stacks", "api.ts"), "api");
  const digest = () => digestOf(root, ["lib", "package.json"]);
  const seen = [digest()];
  writeFileSync(join(root, "beside.ts"), "is no source");
  expect(digest()).toBe(seen[0]);

  const changes = [
    () => writeFileSync(join(root, "lib", "stacks", "api.ts"), "another"),
    () => writeFileSync(join(root, "package.json"), "[]"),
    () => renameSync(join(root, "lib", "app.ts"), join(root, "lib", "application.ts")),
    () => writeFileSync(join(root, "lib", "empty.ts"), ""),
  ];
  for (const change of changes) {
    change();
    expect(seen).not.toContain(digest());
    seen.push(digest());
  }
});

it("a change of the dashboard makes a new assembly, and no new bundles", () => {
  expect(assemblySources).toEqual(expect.arrayContaining([...bundleSources, ...dashboardSources]));
  expect(dashboardSources).toContain("dashboard");
  expect(bundleSources.filter((source) => /^(?:client|dashboard)/.test(source))).toEqual([]);
});
