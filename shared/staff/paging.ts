import { z } from 'zod';
import { jsonLongId, wireInteger, wireLongId } from '#shared/wire.ts';

export const PAGE_SIZE = 50;
export const PAGE_MAX = 200;
const CHOSEN_MAX = 1_000;

/** Lists are paged by key, newest first: `before` is the `next` of the previous page. */
export const pageQuery = { before: wireLongId.optional(), limit: wireInteger(1, PAGE_MAX).optional() };

/** Rows that were chosen in a list. */
export const chosenIds = z.array(jsonLongId).min(1).max(CHOSEN_MAX);

/** One page of a list; `next` is null on the last one. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.number().int().nullable() });

/** Cuts rows that were read with `limit + 1` to a page. */
export function toPage<T extends { id: number }>(rows: readonly T[], limit: number): { items: T[]; next: number | null } {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
