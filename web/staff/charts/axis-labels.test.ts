import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeLabels } from './axis-labels.ts';

test('a label at the edge is moved inside, and one that would touch it is left out', () => {
  const labels = [
    { text: 'Doors', at: 300, width: 40 },
    { text: '30', at: 0, width: 16 },
    { text: '1', at: 290, width: 8 },
    { text: '15', at: 150, width: 16 },
  ];
  expect(placeLabels(labels, { from: -50, until: 316 })).toEqual([
    { text: 'Doors', centre: 296 },
    { text: '30', centre: 0 },
    { text: '15', centre: 150 },
  ]);
});

test('no two labels touch, none leaves the plot, and the first is always there', () => {
  const label = fc.record({ text: fc.uuid(), at: fc.integer({ min: 0, max: 400 }), width: fc.integer({ min: 5, max: 120 }) });
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 20 }), (labels) => {
      const widths = new Map(labels.map(({ text, width }) => [text, width]));
      const spans = placeLabels(labels, { from: 0, until: 400 })
        .map(({ text, centre }) => [centre - (widths.get(text) ?? 0) / 2, centre + (widths.get(text) ?? 0) / 2] as const)
        .toSorted(([a], [b]) => a - b);
      expect(spans.length).toBeGreaterThan(0);
      for (const [place, [from, until]] of spans.entries()) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(until).toBeLessThanOrEqual(400);
        expect(from).toBeGreaterThan(spans[place - 1]?.[1] ?? -1);
      }
    }),
  );
});
