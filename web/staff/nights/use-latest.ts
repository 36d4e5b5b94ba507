import { useEffect, useEffectEvent } from 'react';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { staffApi } from '#web/staff/staff-api.ts';

const LOOK_EVERY_MS = 15_000;

/** Looks now and then whether somebody else changed the night, so that two editors hear of each other before one of them saves. */
export function useLatest(night: StaffNightView, learn: (latest: StaffNightView) => void): void {
  const look = useEffectEvent(async (signal: AbortSignal) => {
    if (document.hidden) return;
    const latest = await staffApi.staffNights.get({ id: night.id }, { signal }).catch(() => undefined);
    if (latest && latest.version > night.version && !signal.aborted) learn(latest);
  });
  useEffect(() => {
    const leaving = new AbortController();
    const lookNow = () => void look(leaving.signal);
    const timer = setInterval(lookNow, LOOK_EVERY_MS);
    globalThis.addEventListener('focus', lookNow);
    return () => {
      leaving.abort();
      clearInterval(timer);
      globalThis.removeEventListener('focus', lookNow);
    };
  }, []);
}
