import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useQuery } from '#web/lib/query.ts';

const PARAMETER = 'order';

/**
 * What the bank's way back says about the order. It leaves the address bar at once, so that nobody shares or bookmarks it, and stays with
 * this entry of the browser's history: reloading and coming back still know it, another tab does not.
 */
export function useOrderToken(): string | undefined {
  const { state, pathname } = useLocation();
  const given = useQuery().get(PARAMETER) ?? undefined;
  const navigate = useNavigate();
  useEffect(() => {
    if (given !== undefined) void navigate(pathname, { replace: true, state: { [PARAMETER]: given } });
  }, [given, pathname, navigate]);
  return given ?? keptIn(state);
}

function keptIn(state: unknown): string | undefined {
  const kept: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, PARAMETER) : undefined;
  return typeof kept === 'string' ? kept : undefined;
}
