import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** What a list is searched for: found again on the way back, and never in the address, as it may be a personal number. */
export function useSearch(): [search: string, change: (text: string) => void] {
  const { key } = useLocation();
  const [search, setSearch] = useState(kept);
  // Beside the router's own state.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another filter replaces the state, and the text is written to it again
  useEffect(() => history.replaceState({ ...history.state, search }, ''), [key, search]);
  return [search, setSearch];
}

function kept(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'search' in state && typeof state.search === 'string' ? state.search : '';
}
