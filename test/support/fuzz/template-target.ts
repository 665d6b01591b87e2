import fc from "fast-check";
import type { Route } from "../../../functions/contract/route.ts";
import { routes } from "../../../functions/contract/routes.ts";
import { channelInPath } from "../api/valid-requests.ts";
import { jsonSchemaOf, nearlyValidValues, validValues } from "./from-schema.ts";
import { oddTexts } from "./odd-values.ts";
import type { RequestKind, RouteName } from "./request-template.ts";

/** A cursor that the service issued, and the change that the request makes to it. */
export interface CursorUse {
  from: "thisList" | "anotherList" | "anotherOrder" | "foreign";
  tampering: Tampering;
}

const tamperings = [
  "none",
  "bitFlipped",
  "cut",
  "cutShort",
  "longer",
  "padded",
  "standardBase64",
  "doubled",
  "reversed",
  "spaced",
  "lowerCased",
  "zeroed",
] as const;
export type Tampering = (typeof tamperings)[number];

const oddSegments = [
  "malformed",
  "%00",
  "{{own}}%00",
  "{{own}}%20",
  "%20{{own}}",
  "{{own}};a=b",
  "{{own}}%3Fa=b",
  "{{own}}%0a",
  "{{own}}.json",
  "{{own}}/",
  "{{own}}/x",
  "/{{own}}",
  "%2e%2e%2f%2e%2e",
  "..",
  ".",
  "a%2Fb",
  "%",
  "%zz",
  "%c0%af",
  "%ff%fe",
  "%ed%a0%80",
  "%F0%9F%92%A9",
  "%0d%0aX-Injected:%201",
  "__proto__",
  "constructor",
  "toString",
  "*",
  "$(id)",
  "'--",
  "dead-letters",
  "weekly",
  "replay",
  "brd_",
  "brd_81M7Z755FKGXJMHR08GB7N5WSM",
  "0",
  "null",
  "undefined",
  "a".repeat(4_000),
  "%41".repeat(5_000),
  "{{brd}}",
  "{{pip}}",
  "{{run}}",
  "{{key}}",
  "{{dlt}}",
];

/** Generates the path of a route, mostly with the id of an existing resource. */
export function pathOf(kind: RequestKind, route: Route): fc.Arbitrary<string> {
  const inPlace = (segment: string) =>
    route.path.replace("{id}", segment).replace("{file}", segment).replace("{channel}", channelInPath);
  if (!route.path.includes("{"))
    return kind === "absurd"
      ? fc.constantFrom(
          route.path,
          route.path,
          route.path,
          `${route.path}/`,
          `/${route.path}`,
          `${route.path}%20`,
        )
      : fc.constant(route.path);
  if (route.id === undefined) {
    const files = ["{{brd}}.json", "{{brd}}.xml", "{{new.brd}}.json"];
    const odd = ["{{brd}}.html", "{{brd}}", ".json", "{{brd}}.json.xml", "__proto__.json", ...oddSegments];
    return fc.constantFrom(...files, ...(kind === "valid" ? [] : odd)).map(inPlace);
  }
  const own = fc.constant("{{own}}");
  const unknown = fc.constantFrom(`{{new.${route.id}}}`, `{{foreign.${route.id}}}`);
  // The encoded id is the same segment.
  const same = fc.constantFrom("{{own.encoded}}");
  const nearby = fc.constantFrom("{{own.lower}}", "{{own.cut}}", "{{own.wide}}", ...oddSegments);
  switch (kind) {
    case "valid":
      return fc
        .oneof(
          { weight: 9, arbitrary: own },
          { weight: 1, arbitrary: unknown },
          { weight: 1, arbitrary: same },
        )
        .map(inPlace);
    case "nearly":
      return fc
        .oneof(
          { weight: 8, arbitrary: own },
          { weight: 1, arbitrary: unknown },
          { weight: 1, arbitrary: nearby },
        )
        .map(inPlace);
    case "absurd":
      return fc
        .oneof(
          { weight: 2, arbitrary: own },
          { weight: 1, arbitrary: unknown },
          { weight: 2, arbitrary: nearby },
        )
        .map(inPlace);
  }
}

const rawQueries = [
  "unknown=1",
  "__proto__=1&constructor=2",
  "__proto__[limit]=5",
  "%00=%00",
  "&&==&",
  "%zz=%",
  "a[b]=c&a=b",
  "limit=5&limit=6",
  "limit=5&limit=0",
  "limit[]=5",
  "limit=%35",
  "l%69mit=0",
  "limit=5#fragment",
  "?limit=5",
  "limit=5;order=asc",
  "order=asc,desc",
  "order=ASC",
  "status=pending&status=gone",
  "status=,",
  `status=${"pending,".repeat(500)}pending`,
  "cursor=",
  "cursor=null",
  "cursor=%00",
  "cursor=..%2f..",
  `cursor=${"A".repeat(2_048)}`,
  `cursor=${"A".repeat(2_049)}`,
  `cursor=${"A".repeat(40)}`,
  `limit=5&${"a=b&".repeat(2_000)}`,
  `a=${"b".repeat(31_000)}`,
  `a=${"b".repeat(34_000)}`,
];

export function queryOf(kind: RequestKind, name: RouteName): fc.Arbitrary<string> {
  const { query: schema }: Route = routes[name];
  const odd = fc.constantFrom(...rawQueries);
  if (schema === undefined) return kind === "absurd" ? fc.oneof(fc.constant(""), odd) : fc.constant("");
  const jsonSchema = jsonSchemaOf(schema);
  // `cursorOf` generates the cursor.
  const { cursor: _, ...properties } = jsonSchema.properties ?? {};
  const valid = validValues({ ...jsonSchema, properties }, name);
  switch (kind) {
    case "valid":
      return valid.map(queryText);
    case "nearly":
      return nearlyValidValues({ ...jsonSchema, properties }, name).map(queryText);
    case "absurd":
      return fc.oneof(
        odd,
        fc
          .dictionary(fc.constantFrom("limit", "order", "cursor", ...oddTexts), fc.constantFrom(...oddTexts))
          .map(queryText),
        // Cut at a random position.
        fc
          .tuple(valid.map(queryText), odd, fc.nat(30))
          .map(([one, other, at]) => `${other}&${one}`.slice(at)),
      );
  }
}

export function cursorOf(kind: RequestKind, { query }: Route): fc.Arbitrary<CursorUse | null> {
  if (query === undefined) return fc.constant(null);
  const untouched = { from: fc.constant("thisList" as const), tampering: fc.constant("none" as const) };
  if (kind === "valid") return fc.option(fc.record(untouched), { freq: 2 });
  const from = fc.constantFrom("thisList", "thisList", "anotherList", "anotherOrder", "foreign");
  const changed = fc.record({ from, tampering: fc.constantFrom(...tamperings) });
  return fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: changed });
}

function queryText(value: unknown): string {
  return Object.entries(Object(value))
    .map(([key, one]) => `${escaped(key)}=${escaped(typeof one === "string" ? one : JSON.stringify(one))}`)
    .join("&");
}

/** Percent-encodes a text but leaves its placeholders. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%7B%7B", "{{").replaceAll("%7D%7D", "}}");
}
