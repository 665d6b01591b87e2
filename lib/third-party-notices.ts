import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { isJsonObject, type JsonObject, parseJsonObject, textAt } from "./emulator/json.ts";

/** The files of a package that its licence wants in every copy. */
const legalFile = /^(?:licen[cs]e|notice|copying)(?:[-.].*)?$/i;
const source = /\.(?:[cm]?[jt]s|json)$/i;
const line = "-".repeat(80);

/**
 * Returns the content of THIRD_PARTY_NOTICES for a bundle: every package with code in it, with version, licence, and the texts
 * of its licence and notices. The same bundle always gives the same bytes. Throws an Error for a package without a licence.
 * @param inputs the source files in the bundle, by their paths, as esbuild's metafile has them
 * @param root the folder to which the metafile's paths are relative
 */
export function thirdPartyNotices(inputs: Metafile["outputs"][string]["inputs"], root: string): string {
  const folders = new Set(
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .flatMap(([path]) => packageFolder(path, root) ?? []),
  );
  const packages = [...folders].map((folder) => readPackage(join(root, folder))).toSorted(byTitle);
  const texts = new Map<string, string[]>();
  for (const { title, legalTexts } of packages)
    for (const text of legalTexts) texts.set(text, [...(texts.get(text) ?? []), title]);
  const list = packages.map(({ title, licence }) => `${title} (${licence})`).join("\n");
  const sections = [...texts].map(([text, titles]) => `${line}\n${titles.join("\n")}\n\n${text}\n`);
  return [`This file contains code of the following packages.\n\n${list}\n`, ...sections].join("\n");
}

interface Package {
  title: string;
  licence: string;
  /** Without spaces at the ends of lines. */
  legalTexts: string[];
}

function readPackage(folder: string): Package {
  const path = join(folder, "package.json");
  const content = parseJsonObject(readFileSync(path, "utf8"), path);
  const title = `${textAt(content, "name")} ${textAt(content, "version")}`;
  const licence = textAt(content, "license");
  if (licence === undefined)
    throw new Error(`The package ${title} has no licence: it cannot be in a bundle.`);
  const legalTexts = readdirSync(folder)
    .filter((name) => legalFile.test(name) && !source.test(name))
    .toSorted()
    .map((name) =>
      readFileSync(join(folder, name), "utf8")
        .replaceAll(/[ \t\r]+$/gm, "")
        .trim(),
    );
  return { title, licence, legalTexts: legalTexts.length > 0 ? legalTexts : [withoutText(content, licence)] };
}

/** What stands for the text of a licence that a package names and does not contain. */
function withoutText(content: JsonObject, licence: string): string {
  const author = isJsonObject(content["author"])
    ? textAt(content, "author", "name")
    : textAt(content, "author");
  return `Copyright ${author ?? "the authors"}\nLicensed under ${licence}: https://spdx.org/licenses/${licence}.html`;
}

/**
 * Returns the folder of the package that a file belongs to; undefined for a file of this project. A package that was copied
 * into another one without its package.json belongs to that one.
 */
function packageFolder(path: string, root: string): string | undefined {
  const [folder, outside] = /^(.*)\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  if (folder === undefined || outside === undefined) return undefined;
  return existsSync(join(root, folder, "package.json")) ? folder : packageFolder(outside, root);
}

function byTitle(a: Package, b: Package): number {
  return a.title < b.title ? -1 : 1;
}
