import { createRandom, hashText } from './random.ts';

/**
 * The item an id draws: ids take turns through shuffled bags that hold every item once, so neighbouring ids never draw the same.
 * Needs three items or more, so that putting a bag's first two the other way round leaves its last where it was; `id` is 0, 1, 2, ….
 */
export function drawFromBag<Item>(name: string, items: readonly [Item, Item, Item, ...Item[]], id: number): Item {
  const bag = Math.floor(id / items.length);
  const order = shuffle(items, `bag:v1:${name}:${bag}`);
  const lastBefore = shuffle(items, `bag:v1:${name}:${bag - 1}`).at(-1);
  const [first, second, ...rest] = order;
  const settled = first === lastBefore ? [second, first, ...rest] : order;
  return settled[id % items.length] ?? items[0];
}

function shuffle<Item>(items: readonly Item[], seed: string): Item[] {
  const random = createRandom(hashText(seed));
  const left = [...items];
  return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}
