import type { Received } from "./serve.ts";
import type { SignatureCheck } from "./verify.ts";

const indent = " ".repeat(15);

/** Returns the report of a request: two lines, and the body below them if wanted. */
export function requestReport(received: Received, showsBody: boolean): string {
  const { type, attempt, eventId, deliveryId, seen } = received;
  const first = [
    type ?? "no event type",
    attempt === null ? "no attempt number" : `attempt ${attempt}`,
    eventId ?? "no event id",
    ...(seen === null ? [] : [seenTexts[seen]]),
  ];
  const second = [
    deliveryId ?? "no delivery id",
    signatureWords(received.signature),
    responseWords(received),
  ];
  const lines = [
    `${timeOf(received.atMs)}  ${first.join("  ")}`,
    `${indent}${second.join("  ")}`,
    ...(showsBody ? bodyLines(received.body) : []),
  ];
  return lines.map(printable).join("\n");
}

const seenTexts = {
  new: "new event",
  again: "seen before, not accepted yet",
  duplicate: "DUPLICATE: accepted before",
} as const satisfies Record<NonNullable<Received["seen"]>, string>;

function signatureWords({ outcome, headers }: SignatureCheck): string {
  switch (outcome) {
    case "valid":
      return `signature VALID (${headers.join()})`;
    case "invalid":
      return `signature INVALID (${headers.join(", ")})`;
    case "absent":
      return "signature absent";
    case "unchecked":
      return `signature not checked (${headers.join(", ")})`;
  }
}

function responseWords({ responded, status, reason, tookMs }: Received): string {
  return responded
    ? `returned ${status} after ${tookMs} ms: ${reason}`
    : `the caller disconnected after ${tookMs} ms, before the response ${status}`;
}

function bodyLines(body: Buffer | null): string[] {
  if (body === null) return [`${indent}(the body is too large to show)`];
  const text = body.toString("utf8");
  return pretty(text)
    .split("\n")
    .map((line) => `${indent}${line}`);
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Returns the report of a problem outside of a request. */
export function problemReport(atMs: number, line: string): string {
  return printable(`${timeOf(atMs)}  ${line}`);
}

/** Counts requests, and returns the totals in one line. */
export function openTotals() {
  const events = new Set<string>();
  const counts = new Map<string, number>();
  let requests = 0;
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  return {
    add({ seen, eventId, signature, responded, status }: Received): void {
      requests += 1;
      if (seen !== null && eventId !== null) events.add(eventId);
      if (seen === "duplicate") count("duplicates");
      count(`signature ${signature.outcome}`);
      count(responded ? `returned ${status}` : "disconnected before the response");
    },
    line(): string {
      const details = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
      return [
        `Requests: ${requests}`,
        `events: ${events.size}`,
        ...details.map((pair) => pair.join(": ")),
      ].join(", ");
    },
  };
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString().slice("2026-01-01T".length);
}

/** Escapes characters that could control the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
