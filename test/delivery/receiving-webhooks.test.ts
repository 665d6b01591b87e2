import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { projectRoot } from "../../lib/bundle.ts";
import {
  acceptedBy,
  attemptErrors,
  codeBlocks,
  installedVersion,
  type Verifier,
  verifiers,
} from "../support/delivery/verifiers.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";
import type { SignatureVector } from "../vectors/webhook-signatures.ts";

const vectorsPath = join(projectRoot, "test/vectors/webhook-signatures.json");
const { vectors }: { vectors: SignatureVector[] } = JSON.parse(readFileSync(vectorsPath, "utf8"));
const linesMax = 25;

const installed = verifiers.map((verifier) => ({ verifier, version: installedVersion(verifier) }));
const verified = new Set<string>();

it.each(verifiers)("the document has one code block for $language, of fewer than 25 lines", ({ fence }) => {
  const blocks = codeBlocks(fence);
  expect(blocks).toHaveLength(1);
  expect(blocks[0]?.trimEnd().split("\n").length).toBeLessThan(linesMax);
});

const available = installed.filter(({ version }) => version !== null).map(({ verifier }) => verifier);
// A first compilation on a busy machine takes long.
it.each(available)(
  "the document's $language function accepts every genuine vector and no other",
  { timeout: 150_000 },
  async (verifier) => {
    const accepted = await acceptedBy(verifier, blockOf(verifier), vectorsPath, temporaryFolder());
    expect(byVectorName(accepted)).toEqual(byVectorName(vectors.map(({ valid }) => valid)));
    verified.add(verifier.language);
  },
);

it("three or more languages have verified the vectors, where three interpreters are installed", () => {
  for (const { verifier, version } of installed) {
    const outcome = verified.has(verifier.language) ? `${vectors.length} vectors` : "FAILED";
    console.log(
      `${verifier.language}: ${version === null ? `no ${verifier.command} here` : `${outcome}, ${version}`}`,
    );
  }
  expect(verified.size).toBeGreaterThanOrEqual(Math.min(3, available.length));
});

it("the document's dedupe recipe accepts an event once, and again when its transaction was rolled back", () => {
  const [table = "", transaction = ""] = codeBlocks("sql");
  const insert = /^INSERT .*;$/m.exec(transaction)?.[0] ?? "";
  using database = new DatabaseSync(":memory:");
  database.exec(table);
  const rows = (id: string) => Number(database.prepare(insert).run({ $1: id }).changes);
  expect([rows("evt_1"), rows("evt_1"), rows("evt_2")]).toEqual([1, 0, 1]);
  database.exec("BEGIN");
  expect(rows("evt_3")).toBe(1);
  database.exec("ROLLBACK");
  expect(rows("evt_3")).toBe(1);
});

it("every attempt error that the document explains exists in the code", () => {
  const sources = ["functions/delivery", "functions/http"].flatMap((folder) =>
    readdirSync(join(projectRoot, folder)).map((name) =>
      readFileSync(join(projectRoot, folder, name), "utf8"),
    ),
  );
  const code = sources.join("\n").replaceAll(/\$\{[^}]*\}/g, "<value>");
  const explained = attemptErrors();
  expect(explained.length).toBeGreaterThan(15);
  // The beginning of a certificate error is in another place of the code than its end.
  const phrases = explained.map((error) =>
    error.replace(/^the certificate of <host> /, "").replaceAll(/<host>|\d+/g, "<value>"),
  );
  expect(phrases.filter((phrase) => !code.includes(phrase))).toEqual([]);
});

function blockOf({ fence }: Verifier): string {
  return codeBlocks(fence)[0] ?? "";
}

/** Returns the results by the vectors' names, so that a failure shows the name. */
function byVectorName(accepted: unknown): Record<string, unknown> {
  const list: unknown[] = Array.isArray(accepted) ? accepted : [];
  return Object.fromEntries(vectors.map(({ name }, index) => [name, list[index]]));
}
