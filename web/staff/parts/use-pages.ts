import { useEffect, useState, type DependencyList } from 'react';
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
  const [before, setBefore] = useState<Key>();
  const [kept, setKept] = useState<T[]>([]);
  const begin = () => {
    setKept([]);
    setBefore(undefined);
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller's list says when it is another list
  useEffect(begin, deps);
  const page = useLoad((signal) => load(before, signal), [before, ...deps]);
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
      setKept(items);
      setBefore(page.data.next);
    },
    reload() {
      setSwaps([]);
      if (before === undefined) page.reload();
      else begin();
    },
    replace: (isSame, item) => setSwaps((all) => [...all, { isSame, item }]),
  };
}
