import fc from "fast-check";
import { expect, it } from "vitest";
import {
  barPercent,
  linePath,
  placesOf,
  scaleEnd,
  summaryOf,
} from "../../dashboard/src/parts/chart-scale.ts";

const figure = fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }));

it("a scale ends at a round number that no figure exceeds and that the greatest one nearly reaches", () => {
  expect(scaleEnd([3, 7, null])).toBe(8);
  expect(scaleEnd([0.3])).toBe(0.3);
  expect(scaleEnd([1204])).toBe(2000);
  expect(scaleEnd([100])).toBe(100);
  expect(scaleEnd([Number.MIN_VALUE])).toBeGreaterThan(0);
  const positive = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(fc.array(positive, { minLength: 1 }), (figures) => {
      const greatest = Math.max(...figures);
      const end = scaleEnd(figures);
      expect(end).toBeGreaterThanOrEqual(greatest * (1 - 1e-9));
      expect(end).toBeLessThanOrEqual(greatest * 2.000001);
    }),
  );
});

it("a scale without a figure above 0 still has an end", () => {
  expect(scaleEnd([])).toBe(1);
  expect(scaleEnd([null, 0])).toBe(1);
});

it("a place lies within its chart and its own share of the width", () => {
  fc.assert(
    fc.property(fc.array(figure, { minLength: 1, maxLength: 30 }), (figures) => {
      const places = placesOf(figures, scaleEnd(figures));
      expect(places).toHaveLength(figures.length);
      for (const [index, place] of places.entries()) {
        expect(place === null).toBe(figures[index] === null);
        if (place === null) continue;
        expect(place.x).toBeGreaterThanOrEqual((index / figures.length) * 100);
        expect(place.x).toBeLessThanOrEqual(((index + 1) / figures.length) * 100);
        expect(place.y).toBeGreaterThanOrEqual(-0.01);
        expect(place.y).toBeLessThanOrEqual(100);
      }
    }),
  );
});

it("a line has a gap where a figure is not known", () => {
  expect(linePath(placesOf([0, 10, null, 5], 10))).toBe("M12.5 100 L37.5 0 M87.5 50");
  expect(linePath(placesOf([null, null], 10))).toBe("");
});

it("a missing figure has no bar, and 0 has a bar without length", () => {
  expect(barPercent(null, 10)).toBeNull();
  expect(barPercent(0, 10)).toBe(0);
  expect(barPercent(10, 10)).toBe(100);
});

it("the summary of a chart names its range, and what is not known", () => {
  const figures = [
    { label: "week 46", figure: 12 },
    { label: "week 47", figure: null },
    { label: "week 48", figure: 40 },
  ];
  expect(summaryOf("Reach", figures, String)).toBe(
    "Reach: lowest 12 (week 46), highest 40 (week 48). Not known: week 47.",
  );
  expect(summaryOf("Reach", [{ label: "week 46", figure: 0 }], String)).toBe("Reach: 0 (week 46).");
  expect(summaryOf("Reach", [{ label: "week 46", figure: null }], String)).toBe("Reach: no figure is known.");
});
