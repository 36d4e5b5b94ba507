/** Where the access token lives: local storage (spec §3), or memory where a browser refuses that. */

const TOKEN_KEY = 'accessToken';
/** When it came, by this device's clock, which may be wrong: its lifetime is counted from here. */
const RECEIVED_KEY = 'accessTokenReceivedAt';

export type KeptToken = { token: string; receivedAt: number };
export type TokenStore = {
  read(): KeptToken | null;
  write(kept: KeptToken | null): void;
  /** Calls back when another tab changed it. */
  onForeignChange(listener: () => void): () => void;
};

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `tab` hears of changes made by others; `storage` may throw. */
export function createTokenStore(storage: () => Shelf = () => localStorage, tab: () => EventTarget = () => globalThis): TokenStore {
  let memory: KeptToken | null = null;
  return {
    read() {
      // What the browser would not take is newer than what it has.
      if (memory) return memory;
      try {
        const token = storage().getItem(TOKEN_KEY);
        return token ? { token, receivedAt: Number(storage().getItem(RECEIVED_KEY)) } : null;
      } catch {
        return null;
      }
    },
    write(kept) {
      memory = null;
      try {
        if (kept) {
          storage().setItem(RECEIVED_KEY, String(kept.receivedAt));
          storage().setItem(TOKEN_KEY, kept.token);
        } else {
          storage().removeItem(TOKEN_KEY);
          storage().removeItem(RECEIVED_KEY);
        }
      } catch {
        memory = kept;
      }
    },
    onForeignChange(listener) {
      const heard = (event: Event) => {
        // Without a key everything was cleared.
        if ('key' in event && event.key !== TOKEN_KEY && event.key !== null) return;
        memory = null;
        listener();
      };
      tab().addEventListener('storage', heard);
      return () => tab().removeEventListener('storage', heard);
    },
  };
}
