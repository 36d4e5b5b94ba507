import { useEffect, useState } from 'react';
import { DOOR_PATH } from '#shared/door/scanner-devices.ts';

const SECRET = /^#([\w-]{43})$/;

/** Removes the one-time secret from the address at once, so that no history or screenshot contains it. */
export function consumeSecret(): string | undefined {
  const [, secret] = SECRET.exec(location.hash) ?? [];
  if (location.hash !== '') history.replaceState(null, '', DOOR_PATH);
  return secret;
}

/** The secret in the page's address, until it is used. Opening another code in the same tab does not load the page again. */
export function useSecret(first: string | undefined) {
  const [secret, setSecret] = useState(first);
  useEffect(() => {
    const look = () => setSecret((before) => consumeSecret() ?? before);
    globalThis.addEventListener('hashchange', look);
    return () => globalThis.removeEventListener('hashchange', look);
  }, []);
  return { secret, spend: () => setSecret(undefined) };
}
