import { session } from './browser-api.ts';
import { subjectOf } from './token-store.ts';

/**
 * The prefix of every key that this device stores for a signed-in user, for use without a network. The entries are removed with the token.
 */
const USER_PREFIX = 'kept:';
const prefixOf = (owner: string): string => `${USER_PREFIX}${owner}:`;

function keyOf(name: string): string | undefined {
  const owner = subjectOf(session.token());
  return owner === undefined ? undefined : prefixOf(owner) + name;
}

/** Returns what the same user stored under this name; undefined where storage is forbidden or holds no JSON. */
export function readForUser(name: string): unknown {
  try {
    const text = localStorage.getItem(keyOf(name) ?? '');
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function storeForUser(name: string, value: unknown): void {
  const key = keyOf(name);
  if (key === undefined) return;
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the network still works.
  }
}

/** Removes the entries of other users; all entries without a signed-in user. */
export function forgetOtherUsers(): void {
  try {
    const owner = subjectOf(session.token());
    const isForeign = (key: string) => key.startsWith(USER_PREFIX) && (owner === undefined || !key.startsWith(prefixOf(owner)));
    for (const key of Object.keys(localStorage).filter(isForeign)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing is stored there.
  }
}
