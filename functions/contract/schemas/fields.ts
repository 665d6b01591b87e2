import * as z from "zod/mini";
import { isoTime } from "../../domain/time.ts";
import { innerOf } from "./shape.ts";

// C0 and C1 control characters. Texts of several lines may have tab and line feed.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/;
const controlCharactersButLines = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** One line of text: not blank, no control characters, at most `charactersMax` Unicode code points. */
export function line(charactersMax: number) {
  return z.string().check(
    // Stop here if the text is empty: one message per field is enough.
    z.minLength(1, { abort: true }),
    z.maxLength(charactersMax),
    z.refine((text) => text.trim() !== "", "must not be blank"),
    z.refine((text) => !controlCharacters.test(text), "must not contain control characters"),
    z.refine((text) => text.isWellFormed(), "must be well-formed Unicode"),
  );
}

/** Text that may have several lines and may be empty, at most `charactersMax` Unicode code points. */
export function prose(charactersMax: number) {
  return z.string().check(
    z.maxLength(charactersMax),
    z.refine((text) => !controlCharactersButLines.test(text), "must not contain control characters"),
    z.refine((text) => text.isWellFormed(), "must be well-formed Unicode"),
  );
}

function isUrl(text: string, schemes: readonly string[]): boolean {
  const url = URL.parse(text);
  return url !== null && schemes.includes(url.protocol) && !controlCharacters.test(text);
}

export const httpsUrl = z.string().check(
  z.maxLength(2_048),
  z.refine((text) => isUrl(text, ["https:"]), "must be an https URL"),
);

/** Whether a URL names a server alone: without path, query, fragment and user. */
export function isOriginOnly(text: string): boolean {
  const url = URL.parse(text);
  // The schema says elsewhere that it is no URL.
  if (url === null) return true;
  return url.pathname === "/" && !/[?#]/.test(text) && url.username === "" && url.password === "";
}

export const webUrl = z.string().check(
  z.maxLength(2_048),
  z.refine((text) => isUrl(text, ["https:", "http:"]), "must be an http or https URL"),
);

/** A secret that signs requests to a client's endpoint. */
export const signingSecret = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  z.refine(
    (text) => text.isWellFormed() && !text.includes("\u0000"),
    "must be well-formed Unicode without null",
  ),
);

/** An id in a body or a query. An id of the wrong form behaves like an unknown one, so its form is not checked here. */
export const givenId = z.string().check(z.minLength(1), z.maxLength(200));

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime();

/** A time in a request, with any offset from UTC. It is converted to a UTC timestamp with milliseconds. */
export const givenTime = z.pipe(
  z.iso
    .datetime({
      offset: true,
      error: "must be an ISO 8601 date and time with its offset, such as 2026-11-21T09:00:00Z",
      // Stop here if the format is wrong: one message per field is enough.
      abort: true,
    })
    .check(z.refine((text) => text.startsWith("20"), "must be in the years 2000 to 2099")),
  z.transform((text) => isoTime(Date.parse(text))),
);

const graceSecondsMax = 7 * 24 * 3600;

/** For how many seconds the old key or secret stays valid after a rotation. */
export const graceSeconds = z._default(z.int().check(z.minimum(0), z.maximum(graceSecondsMax)), 3600);

/** A whole number in a query, where every value is a text. */
export function wholeNumber(min: number, max: number) {
  const isWithin = (text: string) =>
    /^(?:0|[1-9]\d{0,8})$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.pipe(
    z.string().check(z.refine(isWithin, `must be an integer from ${min} to ${max}`)),
    z.transform(Number),
  );
}

/** An amount of money: 0, or at least 0.000001, because DynamoDB stores no number below 1e-130. */
export function amount(max: number) {
  return z.number().check(
    z.minimum(0),
    z.maximum(max),
    z.refine((value) => value <= 0 || value >= 0.000_001, "must be 0 or at least 0.000001"),
  );
}

/** `limit`, `cursor` and `order` of every list (specification, section 4). */
export const pageQuery = {
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^(?:[1-9]\d?|100)$/, "must be an integer from 1 to 100")),
      z.transform(Number),
    ),
    20,
  ),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(2_048))),
  order: z._default(z.enum(["asc", "desc"]), "desc"),
};

/** The query of a list that is sorted by creation time only (contract, section 2). */
export const createdQuery = { ...pageQuery, sort: z._default(z.literal("createdAt"), "createdAt") };

const commaSeparatedSchemas = new WeakSet<object>();

/** Whether a schema was made by `commaSeparated`. Such a parameter may be given several times. */
export function isCommaSeparated(schema: z.core.$ZodType | undefined): boolean {
  const inner = innerOf(schema);
  return inner !== undefined && commaSeparatedSchemas.has(inner);
}

/** A comma-separated list of known values. Duplicates are removed. */
export function commaSeparated<const Value extends string>(values: readonly Value[]) {
  const known = new Set<string>(values);
  const isValue = (text: string): text is Value => known.has(text);
  const schema = z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => text.split(",").every(isValue),
          `must be one or more of ${values.join(", ")}, separated by commas`,
        ),
      ),
    z.transform((text) => [...new Set(text.split(",").filter(isValue))]),
  );
  commaSeparatedSchemas.add(schema);
  return schema;
}

/** An array from which duplicates are removed. The minimum and maximum count the items before that. */
export function unique<Item extends z.ZodMiniType<string>>(item: Item, itemsMin: number, itemsMax: number) {
  return z.pipe(
    z.array(item).check(z.minLength(itemsMin), z.maxLength(itemsMax)),
    z.transform((items) => [...new Set(items)]),
  );
}

/** One page of a list (specification, section 4). */
export function page<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ data: z.array(row), nextCursor: z.nullable(z.string()) });
}

/**
 * A hashtag, with or without "#", as platforms accept it: letters, digits and underscores of any script, not digits only.
 * Accents are stored composed (NFC), so that one hashtag has one spelling.
 */
export const hashtag = z
  .string()
  .check(
    z.normalize("NFC"),
    z.regex(
      /^#?(?=.*\p{L})[\p{L}\p{M}\p{N}_]{1,60}$/u,
      "must be letters, digits and underscores, with at least one letter",
    ),
  );
