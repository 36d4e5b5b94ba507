import { TOKEN_REFRESH_LEAD_MS } from '#shared/constants.ts';
import { SECOND_MS } from '#shared/durations.ts';

/** The access token is in local storage (spec §3), or in memory where a browser forbids that. */

const TOKEN_KEY = 'accessToken';
/** When the token arrived, by this device's clock, which may be wrong; its lifetime counts from here. */
const RECEIVED_KEY = 'accessTokenReceivedAt';
/** When this browser was last used, for sessions that end when idle. */
const USED_KEY = 'accessTokenUsedAt';

type StoredToken = { token: string; receivedAt: number };
export type TokenStore = {
  read(): StoredToken | null;
  write(stored: StoredToken | null): void;
  /** When the site was last used in any tab; 0 if that is not known. */
  usedAt(): number;
  /** Stores nothing for a session that may be idle. */
  noteUse(at: number): void;
  /** Calls back when another tab changed it. */
  onForeignChange(listener: () => void): () => void;
};

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `tab` reports changes by other tabs; `storage` may throw. */
export function createTokenStore(
  storage: () => KeyValueStorage = () => localStorage,
  tab: () => EventTarget = () => globalThis,
): TokenStore {
  let memory: StoredToken | null = null;
  let usedInMemory = 0;
  return {
    read() {
      // A token in memory is one that the browser refused to store, so it is newer.
      if (memory) return memory;
      try {
        const token = storage().getItem(TOKEN_KEY);
        return token ? { token, receivedAt: Number(storage().getItem(RECEIVED_KEY)) } : null;
      } catch {
        return null;
      }
    },
    write(stored) {
      memory = null;
      try {
        if (stored) {
          storage().setItem(RECEIVED_KEY, String(stored.receivedAt));
          storage().setItem(TOKEN_KEY, stored.token);
        } else {
          storage().removeItem(TOKEN_KEY);
          storage().removeItem(RECEIVED_KEY);
          storage().removeItem(USED_KEY);
        }
      } catch {
        memory = stored;
      }
      if (!stored) usedInMemory = 0;
    },
    usedAt() {
      try {
        return Math.max(usedInMemory, Number(storage().getItem(USED_KEY)));
      } catch {
        return usedInMemory;
      }
    },
    noteUse(at) {
      const stored = this.read();
      if (!stored || idleLimitOf(stored.token) === undefined) return;
      usedInMemory = at;
      try {
        storage().setItem(USED_KEY, String(at));
      } catch {
        // The token lives as long as this tab.
      }
    },
    onForeignChange(listener) {
      const heard = (event: Event) => {
        // An event without a key means that everything was cleared.
        if ('key' in event && event.key !== TOKEN_KEY && event.key !== null) return;
        memory = null;
        listener();
      };
      tab().addEventListener('storage', heard);
      return () => tab().removeEventListener('storage', heard);
    },
  };
}

/**
 * When the token should be renewed (spec §4: 60 s before it expires; halfway for one that lives less than two minutes), by this device's
 * clock. Its lifetime is counted from its arrival, so that a wrong clock does no harm. `undefined` for a token without an expiry.
 */
export function refreshDueAt({ token, receivedAt }: StoredToken, now: number): number | undefined {
  const claims = claimsOf(token);
  const issuedAt = numberIn(claims, 'iat');
  const expiresAt = numberIn(claims, 'exp');
  if (expiresAt === undefined) return undefined;
  const lifetimeMs = (expiresAt - (issuedAt ?? expiresAt)) * SECOND_MS;
  const isCounted = lifetimeMs > 0 && receivedAt > 0 && receivedAt <= now;
  const endsAt = isCounted ? receivedAt + lifetimeMs : expiresAt * SECOND_MS;
  return endsAt - (isCounted ? Math.min(TOKEN_REFRESH_LEAD_MS, lifetimeMs / 2) : TOKEN_REFRESH_LEAD_MS);
}

/** How long the session of a token may be idle, in ms: the server names it for staff. `undefined` for any other token. */
export function idleLimitOf(token: string): number | undefined {
  const seconds = numberIn(claimsOf(token), 'idle');
  return seconds === undefined ? undefined : seconds * SECOND_MS;
}

/** Returns the user id in a token. */
export function subjectOf(token: string | null): string | undefined {
  const claims = token === null ? undefined : claimsOf(token);
  const subject: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'sub') : undefined;
  return typeof subject === 'string' ? subject : undefined;
}

/** Returns the claims of a JWT without verifying it: only the server can. */
function claimsOf(token: string): unknown {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return undefined;
  }
}

function numberIn(claims: unknown, name: string): number | undefined {
  const value: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, name) : undefined;
  return typeof value === 'number' ? value : undefined;
}
