import { session } from './browser-api.ts';
import { subjectOf } from './token-lifetime.ts';

/** What this device keeps for whoever is signed in, for the time without a network. It goes with the token. */

const PREFIX = 'kept:';
const shelfOf = (owner: string): string => `${PREFIX}${owner}:`;

function keyOf(name: string): string | undefined {
  const owner = subjectOf(session.token());
  return owner === undefined ? undefined : shelfOf(owner) + name;
}

/** What was put there under this name by the same person; nothing where the browser refuses or it is no JSON. */
export function readOwn(name: string): unknown {
  try {
    const text = localStorage.getItem(keyOf(name) ?? '');
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function keepOwn(name: string, value: unknown): void {
  const key = keyOf(name);
  if (key === undefined) return;
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden store is no reason to fail: then there is only the network.
  }
}

/** Removes what belongs to anybody but the one who is signed in; everything when nobody is. */
export function forgetOthers(): void {
  try {
    const owner = subjectOf(session.token());
    const isForeign = (key: string) => key.startsWith(PREFIX) && (owner === undefined || !key.startsWith(shelfOf(owner)));
    for (const key of Object.keys(localStorage).filter(isForeign)) localStorage.removeItem(key);
  } catch {
    // Nothing can be kept there either.
  }
}
