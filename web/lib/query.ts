import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from './now.tsx';

/** The address's query; empty until hydration, because the server renders one page for all queries. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  const isHydrated = useHydrated();
  return useMemo(() => new URLSearchParams(isHydrated ? search : ''), [isHydrated, search]);
}
