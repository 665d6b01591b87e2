/** Marks text that `jsonText` writes unchanged, for numbers that no JavaScript value gives: `1e400`, `-0`. */
export const raw = (text: string) => `@raw(${text})@`;

/** Returns a value as JSON, with marked text unchanged. */
export function jsonText(value: unknown): string {
  return (JSON.stringify(value) ?? "").replaceAll(/"@raw\((.*?)\)@"/g, "$1");
}

/** Edits that make the text of an object invalid, or that a parser may handle wrongly. */
export const textEdits: Readonly<Record<string, (text: string) => string>> = {
  asItIs: (text) => text,
  spaced: (text) => ` \r\n\t${text} \n`,
  duplicate: (text) => text.replace(/^\{/, '{"name":1,"name":"first","url":0,"secret":[],"text":null,'),
  duplicateLast: (text) => text.replace(/\}$/, ',"name":"last","text":"last","graceSeconds":1}'),
  protoText: (text) => text.replace(/^\{/, '{"__proto__":"x",'),
  proto: (text) => text.replace(/^\{/, '{"__proto__":{"role":"admin","name":"polluted"},'),
  protoEscaped: (text) => text.replace(/^\{/, '{"\\u005f_proto__":{"admin":true},'),
  constructorKey: (text) => text.replace(/^\{/, '{"constructor":{"prototype":{"role":"admin"}},'),
  constructorText: (text) =>
    text.replace(/^\{/, '{"constructor":"x","prototype":{},"toString":1,"valueOf":null,'),
  deep: (text) => text.replace(/^\{/, `{"deep":${'{"a":['.repeat(5_000)}1${"]}".repeat(5_000)},`),
  tooDeep: (text) => text.replace(/^\{/, `{"deep":${"[".repeat(90_000)}${"]".repeat(90_000)},`),
  manyKeys: (text) =>
    text.replace(/^\{/, `{${Array.from({ length: 8_000 }, (_, at) => `"k${at}":0,`).join("")}`),
  toTheLimit: (text) =>
    text.replace(/^\{/, `{"padding":"${"a".repeat(Math.max(0, 262_144 - text.length - 13))}",`),
  pastTheLimit: (text) =>
    text.replace(/^\{/, `{"padding":"${"a".repeat(Math.max(0, 262_145 - text.length - 13))}",`),
  wideToTheLimit: (text) => text.replace(/^\{/, `{"padding":"${"é".repeat(131_000)}",`),
  truncated: (text) => text.slice(0, -1),
  halved: (text) => text.slice(0, Math.ceil(text.length / 2)),
  twice: (text) => `${text}${text}`,
  lines: (text) => `${text}\n${text}`,
  inArray: (text) => `[${text}]`,
  asText: (text) => JSON.stringify(text),
  trailingComma: (text) => text.replace(/\}$/, ",}"),
  comment: (text) => `/* a */ ${text}`,
  nulls: (text) => `${text}\u0000`,
  anti: (text) => `)]}',\n${text}`,
  single: (text) => text.replaceAll('"', "'"),
  ofArrays: () => "[".repeat(10_000),
  ofObjects: () => '{"a":'.repeat(10_000),
  empty: () => "",
  blank: () => " ",
  null: () => "null",
};
