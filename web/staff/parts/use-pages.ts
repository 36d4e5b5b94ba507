import { useMemo, useState, type DependencyList } from 'react';
import { useLoad } from '#web/lib/use-load.ts';

/** What the next page begins after: the number of a record, or a day. */
type Page<T, Key> = { items: T[]; next: Key | null };

export type Pages<T> = {
  state: 'idle' | 'loading' | 'ready' | 'failed';
  items: T[];
  error: unknown;
  hasMore: boolean;
  more(): void;
  reload(): void;
  /** Puts a changed row in the place of the old one. */
  replace(isSame: (item: T) => boolean, item: T): void;
};

/** A list paged by key: what was read stays while more is read; other `deps` begin anew. */
export function usePages<T, Key extends number | string = number>(
  load: (before: Key | undefined, signal: AbortSignal) => Promise<Page<T, Key>>,
  deps: DependencyList,
): Pages<T> {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller's list says when it is another list
  const list = useMemo(() => ({}), deps);
  const [read, setRead] = useState<{ list: object; before: Key; items: T[] }>();
  // What was read of another list is forgotten in the same render, so that its cursor is never asked for again.
  const { before, items: kept } = read?.list === list ? read : { before: undefined, items: [] };
  const page = useLoad((signal) => load(before, signal), [before, list]);
  const [swaps, setSwaps] = useState<{ isSame(item: T): boolean; item: T }[]>([]);
  const latest = page.data?.items ?? [];
  const items = [...kept, ...(page.state === 'ready' || kept.length === 0 ? latest : [])];
  return {
    state: page.state,
    items: items.map((item) => swaps.findLast(({ isSame }) => isSame(item))?.item ?? item),
    error: page.error,
    hasMore: page.state === 'ready' && page.data?.next !== null,
    more() {
      if (page.state !== 'ready' || page.data === undefined || page.data.next === null) return;
      setRead({ list, before: page.data.next, items });
    },
    reload() {
      setSwaps([]);
      if (before === undefined) page.reload();
      else setRead(undefined);
    },
    replace: (isSame, item) => setSwaps((all) => [...all, { isSame, item }]),
  };
}
