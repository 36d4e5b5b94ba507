/** A stream of numbers in [0, 1), identical on every machine for one seed. */
export type Random = () => number;

type NonEmpty<Item> = readonly [Item, ...Item[]];

/** FNV-1a, 32 bits, over the code points of a text. */
export function hashText(text: string): number {
  let hash = 2166136261;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  }
  return hash >>> 0;
}

/** The mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One item, each equally likely; repeat an item to weight it. Takes one number from the stream. */
export function pick<const Item>(random: Random, items: NonEmpty<Item>): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** One item by weight. Takes one number from the stream. */
export function pickWeighted<const Item>(random: Random, choices: NonEmpty<readonly [item: Item, weight: number]>): Item {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let left = random() * total;
  for (const [item, weight] of choices) {
    if (left < weight) return item;
    left -= weight;
  }
  return choices[0][0];
}
