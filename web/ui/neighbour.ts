/** The place before or after one in a ring of `count`: behind the last comes the first. */
export const neighbour = (index: number, step: 1 | -1, count: number): number => (index + step + count) % count;
