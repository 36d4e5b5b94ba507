import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { MINUTE_MS } from '#shared/durations.ts';

const CHECK_EVERY_MS = 5_000;

export const floorToMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);

const NowContext = createContext(0);

/** Starts with the minute in which the server rendered, so that the first paint equals the server's, then follows the clock. */
export function NowProvider({ start, children }: { start: string; children: ReactNode }) {
  const [now, setNow] = useState(() => Date.parse(start));
  useEffect(() => {
    const look = () => setNow(floorToMinute(new Date()).getTime());
    look();
    const timer = setInterval(look, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return <NowContext value={now}>{children}</NowContext>;
}

/** The present minute. */
export function useNow(): Date {
  const now = useContext(NowContext);
  return useMemo(() => new Date(now), [now]);
}
