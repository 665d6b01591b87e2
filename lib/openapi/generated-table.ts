import { readFileSync } from "node:fs";

/**
 * Returns the text of a file with its generated table replaced. The table stands between two comments:
 * `<!-- name: npm run openapi writes this table -->` and `<!-- /name -->`.
 * @throws when the file does not have them
 */
export function withTable(file: string, name: string, rows: readonly string[]): string {
  const text = readFileSync(file, "utf8");
  const marks = { begin: `<!-- ${name}: npm run openapi writes this table -->`, end: `<!-- /${name} -->` };
  const begin = text.indexOf(marks.begin);
  const end = text.indexOf(marks.end);
  if (begin === -1 || end < begin)
    throw new Error(`${file} has no place for the table ${name}: ${marks.begin} … ${marks.end}`);
  return `${text.slice(0, begin + marks.begin.length)}\n\n${rows.join("\n")}\n\n${text.slice(end)}`;
}
