import { useEffect, useState } from 'react';
import { DOOR_PATH } from '#shared/door/passes.ts';

const SECRET = /^#([\w-]{43})$/;

/** Takes the one-time secret out of the address at once, so that it stays in no history and on no picture of the screen. */
export function consumeSecret(): string | undefined {
  const [, secret] = SECRET.exec(location.hash) ?? [];
  if (location.hash !== '') history.replaceState(null, '', DOOR_PATH);
  return secret;
}

/** The secret of the page's address until it is spent; another code that is opened in the same tab loads no page. */
export function useSecret(first: string | undefined) {
  const [secret, setSecret] = useState(first);
  useEffect(() => {
    const look = () => setSecret((before) => consumeSecret() ?? before);
    globalThis.addEventListener('hashchange', look);
    return () => globalThis.removeEventListener('hashchange', look);
  }, []);
  return { secret, spend: () => setSecret(undefined) };
}
