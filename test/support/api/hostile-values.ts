/** Path segments that name no resource, as they are in a request line. */
export const hostileSegments = [
  "malformed",
  "%00",
  "pst_01M7Z755FKGXJMHR08GB7N5WSM%00",
  "%2e%2e%2f%2e%2e",
  "..",
  ".",
  "a%2Fb",
  "a/b",
  "a//b",
  "%",
  "%zz",
  "%c0%af",
  "%ff%fe",
  "%F0%9F%92%A9",
  "%0d%0aX-Injected:%201",
  "__proto__",
  "constructor",
  "brd_",
  "brd_01m7z755fkgxjmhr08gb7n5wsm",
  "brd_81M7Z755FKGXJMHR08GB7N5WSM",
  "*",
  "$(id)",
  "'--",
  "a".repeat(4_000),
];

/** Queries with an invalid limit. */
export const hostileQueries = [
  "limit=0",
  "limit=101",
  "limit=abc",
  "limit=1e1",
  "limit=-1",
  "limit=1.5",
  "limit=",
  "limit=%00",
  "limit=0x10",
  "limit=%2010",
  "limit=10&limit=0",
  "limit=99999999999999999999",
];

/** Cursors that the service never issued. */
export const hostileCursors = [
  "a",
  "%00",
  "null",
  "undefined",
  "..%2f..",
  "A".repeat(2_000),
  "A".repeat(8_000),
  Buffer.from(JSON.stringify({ pk: "org", sk: "brd" })).toString("base64url"),
  "%ff%fe",
  "__proto__",
];

/** Queries with parameters that no endpoint has, and the fields that an error names for them: only plain names. */
export const unknownParameters: readonly (readonly [query: string, fields: readonly string[]])[] = [
  ["unknown=1", ["unknown"]],
  ["__proto__=1", ["__proto__"]],
  ["constructor=1&toString", ["constructor", "toString"]],
  ["%00=%00", ["query"]],
  ["&&==&", ["query"]],
  ["%zz=%", ["query"]],
  ["a[b]=c&a=b", ["a", "a[b]"]],
  ["unknown=1&unknown=2", ["unknown"]],
  [`${"a".repeat(4_000)}=1`, ["query"]],
];

/** Bodies that are not a JSON object. */
export const hostileBodies: readonly (readonly [name: string, text: string])[] = [
  ["nothing", ""],
  ["white space", " \n"],
  ["half an object", '{"name":'],
  ["a trailing comma", '{"name":"a",}'],
  ["single quotes", "{'name':'a'}"],
  ["NaN", '{"name":NaN}'],
  ["a raw control character", '{"name":"\u0001"}'],
  ["a null byte", '{"name":"a"}\u0000'],
  ["two objects", "{}{}"],
  ["an array", "[]"],
  ["null", "null"],
  ["a number", "1"],
  ["a text", '"name"'],
  ["true", "true"],
  ["deep arrays", "[".repeat(100_000)],
  ["deep arrays that end", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["deep objects", '{"a":'.repeat(40_000)],
  ["XML", "<name>a</name>"],
];

/** Values that are invalid in almost every field of every body. */
export const hostileFields: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  "",
  " ",
  "\u0000",
  "\u0007bell",
  "\ud800 alone",
  "__proto__",
  "a".repeat(200_000),
  [],
  [null],
  Array.from({ length: 1_000 }, () => "a"),
  {},
];

/** Headers that no well-behaved client sends. */
export const hostileHeaders: readonly Record<string, string>[] = [
  { Accept: "application/xml" },
  { "Accept-Encoding": "gzip;q=x" },
  { Cookie: "a=b".repeat(2_000) },
  { "X-HTTP-Method-Override": "DELETE" },
  { "X-Forwarded-For": "not, an, address" },
  { "X-Forwarded-Host": "evil.example" },
  { Range: "bytes=0-" },
  { "If-None-Match": "*" },
  { Expect: "200-maybe" },
  { "X-Latin": "\u00e9\u00ff" },
  { "Idempotency-Key": "x".repeat(5_000) },
];
