import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '#web/lib/browser-api.ts';

/** Checks whenever the user returns, for example from the mail app, if the address is proved; calls back once. */
export function useProvedByLink(isWaiting: boolean, onProved: (email: string) => void): void {
  const isOver = useRef(false);
  const look = useEffectEvent(async () => {
    if (document.hidden || isOver.current) return;
    // If the check fails, the digits can still be typed.
    const profile = await api.accounts.me().catch(() => undefined);
    if (!profile?.isEmailProved || isOver.current) return;
    isOver.current = true;
    onProved(profile.email);
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const listen = () => void look();
    document.addEventListener('visibilitychange', listen);
    globalThis.addEventListener('focus', listen);
    return () => {
      document.removeEventListener('visibilitychange', listen);
      globalThis.removeEventListener('focus', listen);
    };
  }, [isWaiting]);
}
