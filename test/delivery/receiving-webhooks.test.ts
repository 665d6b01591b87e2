import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
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

describe("the document's functions that verify a signature", () => {
  test.each(verifiers)("$language: one block, of less than 25 lines", ({ fence }) => {
    const blocks = codeBlocks(fence);
    expect(blocks).toHaveLength(1);
    expect(blocks[0]?.trimEnd().split("\n").length).toBeLessThan(linesMax);
  });

  const present = installed.filter(({ version }) => version !== null).map(({ verifier }) => verifier);
  // A cold compiler on a busy machine takes its time.
  test.each(present)(
    "$language accepts every genuine vector and no other",
    { timeout: 150_000 },
    async (verifier) => {
      const accepted = await acceptedBy(verifier, blockOf(verifier), vectorsPath, temporaryFolder());
      expect(named(accepted)).toEqual(named(vectors.map(({ valid }) => valid)));
      verified.add(verifier.language);
    },
  );

  test("three languages or more have verified the vectors, where three interpreters are there", () => {
    for (const { verifier, version } of installed) {
      const outcome = verified.has(verifier.language) ? `${vectors.length} vectors` : "FAILED";
      console.log(
        `${verifier.language}: ${version === null ? `no ${verifier.command} here` : `${outcome}, ${version}`}`,
      );
    }
    expect(verified.size).toBeGreaterThanOrEqual(Math.min(3, present.length));
  });
});

test("the document's dedupe recipe lets an event through once, and again when its work was rolled back", () => {
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

test("every error of an attempt that the document explains is one that the code gives", () => {
  const sources = ["functions/delivery", "functions/http"].flatMap((folder) =>
    readdirSync(join(projectRoot, folder)).map((name) =>
      readFileSync(join(projectRoot, folder, name), "utf8"),
    ),
  );
  const code = sources.join("\n").replaceAll(/\$\{[^}]*\}/g, "<value>");
  const explained = attemptErrors();
  expect(explained.length).toBeGreaterThan(15);
  // What a certificate's sentence begins with stands in another place than how it goes on.
  const phrases = explained.map((error) =>
    error.replace(/^the certificate of <host> /, "").replaceAll(/<host>|\d+/g, "<value>"),
  );
  expect(phrases.filter((phrase) => !code.includes(phrase))).toEqual([]);
});

function blockOf({ fence }: Verifier): string {
  return codeBlocks(fence)[0] ?? "";
}

/** A failure says which vector, not which place in a list. */
function named(accepted: unknown): Record<string, unknown> {
  const list: unknown[] = Array.isArray(accepted) ? accepted : [];
  return Object.fromEntries(vectors.map(({ name }, index) => [name, list[index]]));
}
