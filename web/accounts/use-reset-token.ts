import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useQuery } from '#web/lib/query.ts';

/**
 * The token of the mailed link: null when the link has none, `undefined` until it was looked for. It leaves the address bar at once, so
 * that it stays out of the history, of bookmarks and of what the page links to.
 */
export function useResetToken(isWanted: boolean): string | null | undefined {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const query = useQuery();
  const found = isWanted ? query.get('token') : null;
  const [token, setToken] = useState(found);
  if (found !== null && found !== token) setToken(found);

  useEffect(() => {
    if (found === null) return;
    const rest = new URLSearchParams(query);
    rest.delete('token');
    void navigate({ search: rest.toString() }, { replace: true, preventScrollReset: true });
  }, [found, query, navigate]);

  return isWanted && isHydrated ? token : undefined;
}
