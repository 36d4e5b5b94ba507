/** A label of an axis: its place in the plot and its width, both in pixels. */
export type AxisLabel = { text: string; at: number; width: number };

type PlacedLabel = { text: string; centre: number };

/** Between two labels, in pixels. */
const GAP = 10;

/**
 * Centres each label on its place, moved inside `from`–`until` where it would stick out. Earlier labels of the list win: one that would
 * touch them is left out.
 */
export function placeLabels(labels: readonly AxisLabel[], { from, until }: { from: number; until: number }): PlacedLabel[] {
  const placed: (PlacedLabel & { half: number })[] = [];
  for (const { text, at, width } of labels) {
    const half = width / 2;
    const centre = Math.min(Math.max(at, from + half), until - half);
    if (placed.every((other) => Math.abs(other.centre - centre) >= other.half + half + GAP)) placed.push({ text, centre, half });
  }
  return placed.map(({ text, centre }) => ({ text, centre }));
}
