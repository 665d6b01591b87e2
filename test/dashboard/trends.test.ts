import { expect, it } from "vitest";
import { comparisonInWords, explanationOf } from "../../dashboard/src/views/trends/explanation.ts";
import { evenCurve } from "../../dashboard/src/views/trends/trend-curve.ts";

const terms = {
  observed: 7.25,
  expected: 0.9,
  halfLifeHours: 12,
  evidenceMax: 3,
  sources: [
    { source: "a.example", observed: 4, expected: 0.5 },
    { source: "b.example", observed: 3.25, expected: 0.4 },
  ],
};

it("the explanation of a trend has a sentence for each of its terms, with its figure", () => {
  const sentences = explanationOf({ score: 4.321, terms }, 4);
  const all = sentences.map(({ term, sentence }) => `${term}: ${sentence}`).join("\n");
  for (const words of [
    "4.32 standard deviations",
    "rises from 4 on, and fades below 2",
    "count 7.25",
    "0.9 would be usual",
    "half after 12 hours, and a quarter after 24 hours",
    "at most 3",
  ])
    expect(all).toContain(words);
});

it("the explanation names no threshold while the brand is not known", () => {
  const [score] = explanationOf({ score: 4, terms }, undefined);
  expect(score?.sentence).toBe("The mentions are 4 standard deviations above what is expected.");
});

const compare = (observed: number, expected: number) => comparisonInWords({ observed, expected });

it("observed and expected mentions are compared in words, also where none were expected", () => {
  expect(compare(4, 0.5)).toBe("8 times as many as expected");
  expect(compare(3, 2)).toBe("1.5 times as many as expected");
  expect(compare(50, 0.49)).toBe("102 times as many as expected");
  expect(compare(1, 1)).toBe("as many as expected");
  expect(compare(1, 2)).toBe("fewer than expected");
  expect(compare(0, 2)).toBe("no recent mention");
  expect(compare(2, 0)).toBe("no mention was expected");
});

const at = (hours: number) => new Date(Date.UTC(2026, 10, 21, hours)).toISOString();

const point = (hours: number, observed: number) => ({ from: at(hours), observed, expected: 0.5 });

it("the curve of a trend has a point for each six hours, without figures where no run has counted", () => {
  expect(evenCurve([])).toEqual([]);
  expect(evenCurve([point(0, 1), point(6, 3), point(24, 2)])).toEqual(
    [0, 6, 12, 18, 24].map((hours, index) => ({
      fromMs: Date.parse(at(hours)),
      observed: [1, 3, null, null, 2][index],
      expected: [0.5, 0.5, null, null, 0.5][index],
    })),
  );
});
