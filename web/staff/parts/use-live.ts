import { useEffect } from 'react';

/** Reads again every few seconds while somebody looks at the page. */
export function useLive(reload: () => void, everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), everyMs);
    return () => clearInterval(timer);
  }, [reload, everyMs]);
}
