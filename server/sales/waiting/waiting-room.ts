import { onSaleSql } from '#server/content/events/releases.ts';

/**
 * In SQL: somebody who waits for an event would get the places that are free now, so they are for nobody else. `event` is an alias of `events`,
 * `now` a parameter or a literal.
 */
export const isKeptSql = (event: string, now: string): string =>
  `coalesce((select min(w.quantity) from waiting_entries w where w.event_id = ${event}.id and w.state = 'waiting')
    <= least(${event}.capacity - ${event}.taken, (select coalesce(max(f.quota - f.taken), 0) from baskets f where f.event_id = ${event}.id
      and f.kind = 'release' and f.price_tetri is not null and ${onSaleSql('f', now)})), false)`;
