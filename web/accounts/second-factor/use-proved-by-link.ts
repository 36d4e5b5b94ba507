import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '#web/lib/browser-api.ts';

/** Asks whenever the user returns, such as from the mail app, whether the address is proved; calls back once. */
export function useProvedByLink(isWaiting: boolean, onProved: (email: string) => void): void {
  const isOver = useRef(false);
  const look = useEffectEvent(async () => {
    if (document.hidden || isOver.current) return;
    // When the question fails, the digits can still be typed.
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
