import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useQuery } from '#web/lib/query.ts';

/**
 * The token of the mailed link: null when the link has none, `undefined` until it was looked for. It leaves the address at once, so that it
 * stays out of bookmarks and of what the page links to, and goes on in the state of this place in the tab's history, which a reload keeps.
 */
export function useResetToken(isWanted: boolean): string | null | undefined {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const query = useQuery();
  const { state } = useLocation();
  const found = (isWanted && query.get('token')) || null;

  useEffect(() => {
    if (found === null) return;
    const rest = new URLSearchParams(query);
    rest.delete('token');
    void navigate({ search: rest.toString() }, { replace: true, preventScrollReset: true, state: { resetToken: found } });
  }, [found, query, navigate]);

  return isWanted && isHydrated ? (found ?? keptIn(state)) : undefined;
}

function keptIn(state: unknown): string | null {
  const kept: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'resetToken') : null;
  return typeof kept === 'string' ? kept : null;
}
