import { useCallback, useEffect, useMemo, useState, type DependencyList } from 'react';

export type Loaded<T> = {
  state: 'idle' | 'loading' | 'ready' | 'failed';
  data: T | undefined;
  error: unknown;
  reload(): void;
  /** Shows data from the answer of another call; a running load is older, so it is dropped. */
  show(data: T): void;
};

type Load<T> = (signal: AbortSignal) => Promise<T>;
type Order<T> = { load: Load<T> };
type Outcome<T> = { order: Order<T> | undefined; data: T | undefined; error: unknown; hasFailed: boolean };

/**
 * Loads in the browser, for guests' screens that the server sends as a shell: again when `deps` change or on `reload()`, showing the old
 * data until the new has arrived. A load that is no longer needed is aborted. Without a function nothing is loaded.
 */
export function useLoad<T>(load: Load<T> | undefined, deps: DependencyList): Loaded<T> {
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome<T>>({ order: undefined, data: undefined, error: undefined, hasFailed: false });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `load` is new with every render; the caller's list says when it means something else
  const order = useMemo(() => load && { load }, [...deps, attempt, !load]);

  useEffect(() => {
    if (!order) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const end = (part: Omit<Outcome<T>, 'order' | 'data'> & { data?: T }) =>
      signal.aborted || setOutcome((before) => (before.order === order ? before : { ...before, ...part, order }));
    order.load(signal).then(
      (data) => end({ data, error: undefined, hasFailed: false }),
      (error: unknown) => end({ error, hasFailed: true }),
    );
    return () => controller.abort();
  }, [order]);

  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  const show = useCallback((data: T) => setOutcome({ order, data, error: undefined, hasFailed: false }), [order]);
  const { data } = outcome;
  if (!order) return { state: 'idle', data, error: undefined, reload, show };
  if (outcome.order !== order) return { state: 'loading', data, error: undefined, reload, show };
  return { state: outcome.hasFailed ? 'failed' : 'ready', data, error: outcome.error, reload, show };
}
