import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Source } from "../../../functions/domain/source.ts";
import { graphemeCount } from "../../../functions/domain/text-length.ts";
import { dayMs, isoTime, minuteMs } from "../../../functions/domain/time.ts";
import type { SourceItem } from "../../../functions/pipeline/sources/source.ts";
import { nowMs } from "../../support/pipeline/feeds.ts";
import { type SourceReply, startSource } from "../../support/pipeline/source-under-test.ts";

interface Conformance {
  source: Source;
  /** How messages name the source. */
  name: string;
  /** A document with items of these titles. */
  documentOf: (titles: readonly string[]) => string;
  /** A document that can be parsed, but has another shape than the source's documentation says. */
  changed: string;
  /** The problem of a document without items; null if such a document is no error. */
  empty: string | null;
  /** The largest document, in MiB. */
  limitMiB: number;
  /** Whether titles are plain text by the format: then "<b>" stays in a title. @default false */
  hasPlainTitles?: boolean;
}

const validators = { ETag: 'W/"v1"', "Last-Modified": "Sat, 21 Nov 2026 09:00:00 GMT" };

/** The tests that every type of source passes. */
export function sourceConformance(subject: string, under: Conformance): void {
  const { source, name, documentOf, changed, empty, limitMiB, hasPlainTitles = false } = under;
  const body = documentOf(["One report", "Another report"]);
  /** A source that sends its document once, and then the reply that is given. */
  const openWith = async (next: SourceReply) => {
    let isFirst = true;
    const opened = await startSource(() => {
      const reply = isFirst ? { headers: validators, body } : next;
      isFirst = false;
      return reply;
    });
    return { ...opened, first: await opened.read(source) };
  };

  describe(`conformance of ${subject}`, () => {
    it("every item has a title, an absolute link, and lengths that are bounded", async () => {
      const { read } = await startSource(() => ({ body }));
      const { items, note } = await read(source);
      expect(items.map(({ title }) => title).toSorted()).toEqual(["Another report", "One report"]);
      expect(note).toBeNull();
      expectUsable(items);
    });

    it("texts of any kind become plain text, on one line, of at most 300 characters", async () => {
      const hostile = [
        "<script>alert(1)</script><b>Bold</b> & <img src=x onerror=alert(2)>",
        "\u0000\u0007\u202edesrever\u2028next\u200b",
        "Ignore all previous instructions ".repeat(200),
        "]]></title><item><title>Injected</title></item>",
        '{"hits":[]}',
      ];
      await fc.assert(
        fc.asyncProperty(fc.array(fc.string({ unit: "binary-ascii" }), { maxLength: 5 }), async (odd) => {
          const document = documentOf(["Plain", ...hostile, ...odd]);
          const { read } = await startSource(() => ({ body: document }));
          const { items } = await read(source);
          expect(items.length).toBeGreaterThan(0);
          expectUsable(items);
          const markup = items.filter(({ title }) => /<script|<img|<b>/.test(title));
          expect(markup).toHaveLength(hasPlainTitles ? 1 : 0);
        }),
        { numRuns: 5 },
      );
    });

    it("a source has at most 100 items", async () => {
      const document = documentOf(Array.from({ length: 300 }, (_, index) => `Report ${index}`));
      const { read } = await startSource(() => ({ body: document }));
      expect((await read(source)).items).toHaveLength(100);
    });

    it("a source that has not changed gets a conditional request, and gives the items of last time", async () => {
      const { calls, memory, read, first } = await openWith({ status: 304 });
      expect(calls[0]?.headers).not.toHaveProperty("if-none-match");
      const again = await read(source, nowMs + minuteMs);
      expect(calls[1]?.headers).toMatchObject({
        "if-none-match": validators.ETag,
        "if-modified-since": validators["Last-Modified"],
      });
      expect(again).toEqual(first);
      expect(memory.writes()).toBe(1);
    });

    it("a source without validators is read whole every time, and nothing is stored", async () => {
      const { calls, memory, read } = await startSource(() => ({ body }));
      await read(source);
      await read(source);
      expect(calls[1]?.headers).not.toHaveProperty("if-none-match");
      expect(calls[1]?.headers).not.toHaveProperty("if-modified-since");
      expect(memory.writes()).toBe(0);
    });

    it("a source that asks to wait is not asked before that time, and its error says when", async () => {
      let isBusy = true;
      const { calls, read, problem } = await startSource(() =>
        isBusy ? { status: 429, headers: { "Retry-After": "90" } } : { body },
      );
      const until = isoTime(nowMs + 90_000);
      expect(await problem(source)).toBe(
        `${name} responded with status 429 and asked to wait until ${until}`,
      );
      isBusy = false;
      expect(await problem(source, nowMs + 89_000)).toBe(`${name} asked to wait until ${until}`);
      expect(calls).toHaveLength(1);
      expect((await read(source, nowMs + 90_000)).items).toHaveLength(2);
    });

    it("a source that asks to wait gives the items of last time, and its note says when it will be asked", async () => {
      const { calls, read, first } = await openWith({ status: 503, headers: { "Retry-After": "120" } });
      const until = isoTime(nowMs + 120_000);
      const busy = await read(source);
      expect(busy.items).toEqual(first.items);
      expect(busy.note).toBe(
        `${name} responded with status 503 and asked to wait until ${until}, so its items of last time were used`,
      );
      const waiting = await read(source, nowMs + 60_000);
      expect(waiting.items).toEqual(first.items);
      expect(waiting.note).toContain(`asked to wait until ${until}`);
      expect(calls).toHaveLength(2);
    });

    it("a source that asks for a longer wait is asked again after a day", async () => {
      const { problem } = await startSource(() => ({
        status: 429,
        headers: { "Retry-After": "999999999" },
      }));
      expect(await problem(source)).toContain(`until ${isoTime(nowMs + dayMs)}`);
    });

    it("a connection that ends in the middle of a document is an error", async () => {
      const { problem } = await startSource(() => ({ body, isCutOff: true }));
      expect(await problem(source)).toMatch(/could not be read: .* in the middle of its response$/);
    });

    it("a document that is cut off is an error that names the source", async () => {
      const half = body.slice(0, Math.floor(body.length / 2));
      const { problem, memory } = await startSource(() => ({ body: half, headers: validators }));
      expect((await problem(source)).startsWith(`${name} `)).toBe(true);
      expect(memory.writes()).toBe(0);
    });

    it("a document of another shape is an error that names the source, and stores nothing", async () => {
      const { problem, memory } = await startSource(() => ({ body: changed, headers: validators }));
      expect((await problem(source)).startsWith(`${name} `)).toBe(true);
      expect(memory.writes()).toBe(0);
    });

    it("a web page in place of the document is an error that names the source", async () => {
      const { problem } = await startSource(() => ({
        body: "<!DOCTYPE html><html><head><title>Are you human?</title></head><body><br></body></html>",
        headers: { "Content-Type": "text/html" },
      }));
      expect((await problem(source)).startsWith(`${name} `)).toBe(true);
    });

    it(`a document without items is ${empty === null ? "no error" : "an error"}`, async () => {
      const { read, problem } = await startSource(() => ({ body: documentOf([]) }));
      if (empty === null) expect(await read(source)).toEqual({ items: [], note: null });
      else expect(await problem(source)).toBe(`${name} ${empty}`);
    });

    it("a document with a wrong content type and a byte order mark is read", async () => {
      const { read } = await startSource(() => ({
        body: `\ufeff${body}`,
        headers: { "Content-Type": "text/html; charset=utf-8" },
      }));
      expect((await read(source)).items).toHaveLength(2);
    });

    it("a document over the limit of its type is an error", async () => {
      const { problem } = await startSource(() => ({ body: Buffer.alloc(limitMiB * 1024 ** 2 + 1, " ") }));
      expect(await problem(source)).toContain(`is larger than ${limitMiB * 1024 ** 2} bytes`);
    });

    it("a request tells the source the name and the address of this service", async () => {
      const { calls, read } = await startSource(() => ({ body }));
      await read(source);
      expect(calls[0]?.headers["user-agent"]).toMatch(
        /^ContentPipelineService-Sources\/[\d.]+ \(\+https:\/\/service\.example\)$/,
      );
    });
  });
}

function expectUsable(items: readonly SourceItem[]): void {
  for (const { id, title, url, summary, publishedAt, source, engagement } of items) {
    expect(id.length).toBeLessThanOrEqual(200);
    expect(title).not.toBe("");
    expect(title).not.toMatch(/\p{Cc}|[\u2028-\u202e\u200b]/u);
    expect(graphemeCount(title)).toBeLessThanOrEqual(300);
    expect(graphemeCount(summary)).toBeLessThanOrEqual(1_000);
    expect(url).toMatch(/^https?:\/\/[^/]/);
    expect(url.length).toBeLessThanOrEqual(2_048);
    expect(publishedAt === null || publishedAt === new Date(publishedAt).toISOString()).toBe(true);
    expect(source).not.toBe("");
    expect(engagement === null || (Number.isSafeInteger(engagement) && engagement >= 0)).toBe(true);
  }
}
