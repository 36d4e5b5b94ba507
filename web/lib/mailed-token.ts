import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated, useQuery } from './hydration.ts';

/**
 * Returns the token of the mailed link: null when the link has none, `undefined` until the address was read. The token is removed from the
 * address at once, so that it stays out of bookmarks and referrers, and kept in the history state, which survives a reload.
 */
export function useMailedToken(isWanted = true): string | null | undefined {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const query = useQuery();
  const { state } = useLocation();
  const found = (isWanted && query.get('token')) || null;

  useEffect(() => {
    if (found === null) return;
    const rest = new URLSearchParams(query);
    rest.delete('token');
    void navigate({ search: rest.toString() }, { replace: true, preventScrollReset: true, state: { mailedToken: found } });
  }, [found, query, navigate]);

  return isWanted && isHydrated ? (found ?? keptIn(state)) : undefined;
}

function keptIn(state: unknown): string | null {
  const kept: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'mailedToken') : null;
  return typeof kept === 'string' ? kept : null;
}
