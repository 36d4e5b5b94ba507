/** The place before or after one in a ring of `count`: behind the last comes the first. */
export const neighbour = (index: number, step: 1 | -1, count: number): number => (index + step + count) % count;

/** Where a key leads in a ring of `count`; nowhere for the keys that mean something else. */
export function placeByKey(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowLeft') return neighbour(index, -1, count);
  if (key === 'ArrowRight') return neighbour(index, 1, count);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
