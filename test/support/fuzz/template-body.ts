import fc from "fast-check";
import { routes } from "../../../functions/contract/routes.ts";
import { bodySchemaOf } from "../api/valid-requests.ts";
import { jsonSchemaOf, nearlyValidValues, validValues } from "./from-schema.ts";
import { oddTexts } from "./odd-values.ts";
import { jsonText, textEdits } from "./raw-json.ts";
import type { RequestKind, RouteName } from "./request-template.ts";

/** How the text of a body is encoded as bytes. */
const encodings = ["utf8", "bom", "utf16le", "latin1", "gzip"] as const;
type Encoding = (typeof encodings)[number];

export interface Body {
  text: string;
  encoding: Encoding;
  /** null: no Content-Type. */
  contentType: string | null;
  /** Whether the body is sent in chunks, without a Content-Length. */
  chunked: boolean;
}

const jsonTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "Application/JSON",
  "application/merge-patch+json",
  "application/json;charset=utf-16",
];
const oddTypes = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "application/json\u00e9",
  "application/json, text/plain",
  "text/json",
  "json",
  "",
  " ",
  `application/${"x".repeat(2_000)}+json`,
];

export function bodyOf(kind: RequestKind, name: RouteName): fc.Arbitrary<Body | null> {
  const schema = bodySchemaOf(routes[name]);
  // An endpoint without a body must accept any body.
  if (schema === undefined)
    return kind === "absurd" ? fc.option(absurdBody(fc.constant({})), { freq: 2 }) : fc.constant(null);
  const jsonSchema = jsonSchemaOf(schema);
  const valid = validValues(jsonSchema, name).filter((value) => schema.safeParse(value).success);
  switch (kind) {
    case "valid":
      return fc.record({
        text: valid.map((value) => JSON.stringify(value)),
        encoding: fc.constant("utf8" as const),
        contentType: fc.constantFrom(...jsonTypes),
        chunked: fc.boolean(),
      });
    case "nearly":
      return nearlyValidValues(jsonSchema, name).map((value) => ({
        text: jsonText(value),
        encoding: "utf8",
        contentType: "application/json",
        chunked: false,
      }));
    case "absurd":
      return fc.oneof(
        { weight: 20, arbitrary: absurdBody(valid) },
        { weight: 1, arbitrary: fc.constant(null) },
      );
  }
}

function absurdBody(valid: fc.Arbitrary<unknown>): fc.Arbitrary<Body> {
  const edited = fc
    .tuple(valid, fc.constantFrom(...Object.values(textEdits)))
    .map(([value, edit]) => edit(jsonText(value)));
  const anyJson = fc.oneof(fc.json(), fc.jsonValue({ maxDepth: 6 }).map(jsonText));
  const anyBytes = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString("latin1"));
  const strangeObject = fc.dictionary(fc.constantFrom(...oddTexts), fc.jsonValue()).map(jsonText);
  const text = fc.oneof(
    { weight: 6, arbitrary: edited },
    { weight: 2, arbitrary: anyJson },
    { weight: 1, arbitrary: strangeObject },
  );
  const sent = {
    contentType: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom<string | null>(...jsonTypes) },
      { weight: 2, arbitrary: fc.constantFrom<string | null>(null, ...oddTypes) },
    ),
    chunked: fc.boolean(),
  };
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        text,
        encoding: fc.oneof(
          { weight: 8, arbitrary: fc.constant<Encoding>("utf8") },
          { weight: 2, arbitrary: fc.constantFrom<Encoding>(...encodings) },
        ),
        ...sent,
      }),
    },
    // Bytes that are not UTF-8, alone and within a text.
    {
      weight: 1,
      arbitrary: fc.record({ text: anyBytes, encoding: fc.constant<Encoding>("latin1"), ...sent }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        text: valid.map((value) => JSON.stringify(value).replaceAll("a", "a\u00ff\u00c0\u00af")),
        encoding: fc.constant<Encoding>("latin1"),
        ...sent,
      }),
    },
  );
}
