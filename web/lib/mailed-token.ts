import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isObject } from '#shared/contract.ts';
import { useHydrated, useQuery } from './hydration.ts';
import { readTab, writeTab } from './tab-storage.ts';

type Options = { isWanted?: boolean; tabKey?: string; isHash?: boolean };

/**
 * Returns the token of a mailed link: null when the link has none, `undefined` until the address was read. The token is removed from the
 * address at once, so that bookmarks and referrers lack it, and stored in the history state, which survives a reload. `tabKey`: stores it
 * in the tab under this key instead, for pages behind the login. `isHash`: the token is all of the text behind `#`.
 */
export function useMailedToken({ isWanted = true, tabKey, isHash = false }: Options = {}): string | null | undefined {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const query = useQuery();
  const { state, hash } = useLocation();
  const found = (isWanted && (isHash ? hash.slice(1) : query.get('token'))) || null;

  useEffect(() => {
    if (found === null) return;
    if (tabKey !== undefined) writeTab(tabKey, found);
    const rest = new URLSearchParams(query);
    rest.delete('token');
    void navigate(
      { search: rest.toString() },
      { replace: true, preventScrollReset: true, state: tabKey === undefined ? { mailedToken: found } : null },
    );
  }, [found, query, navigate, tabKey]);

  return isWanted && isHydrated ? (found ?? (tabKey === undefined ? tokenIn(state) : readTab(tabKey))) : undefined;
}

function tokenIn(state: unknown): string | null {
  const token: unknown = isObject(state) ? Reflect.get(state, 'mailedToken') : null;
  return typeof token === 'string' ? token : null;
}
