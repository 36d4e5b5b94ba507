import { useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const never = () => () => undefined;

/** False on the server and in the first paint, which must match; true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** The address's query; empty until hydration, because the server renders one page for all queries. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  const isHydrated = useHydrated();
  return useMemo(() => new URLSearchParams(isHydrated ? search : ''), [isHydrated, search]);
}
