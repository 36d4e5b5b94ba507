import { REFRESH_RETRY_MS } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';
import { refreshDueAt, type TokenStore } from './token-store.ts';

const LOCK = 'rkali:refresh';
/** Other tabs wait no longer than this for the one that renews the token: two renewals at once both succeed. */
const LOCK_TIMEOUT_MS = 3_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Statuses that do not end a session: no answer, too many requests, or a server that is briefly away. */
const PASSING = new Set([0, 429, 502, 503, 504]);

export type Session = {
  token(): string | null;
  signIn(accessToken: string): void;
  signOut(): void;
  /** Returns a new token in place of `stale`; null when the server refuses, and then nobody is signed in. @throws ApiError */
  renew(stale: string): Promise<string | null>;
  /** Leads to the login page. */
  requireLogin(): void;
  onLoginRequired(listener: () => void): void;
  /** Calls back when the server refuses to renew the token: the session has ended, and the user did not choose that. */
  onEnded(listener: () => void): void;
  subscribe(listener: () => void): () => void;
  /** Starts watching the clock and the other tabs; returns the function that stops it. */
  start(): () => void;
};

type SessionOptions = {
  store: TokenStore;
  refresh(): Promise<string>;
  /** Events after which the clock must be checked: timers sleep with the machine. */
  wakeEvents?(): (readonly [EventTarget, string])[];
  lockTimeoutMs?: number | undefined;
};

const browserWakeEvents = () => [[document, 'visibilitychange'] as const, [globalThis, 'focus'] as const, [globalThis, 'online'] as const];

/** The session of this browser: one token for all tabs, renewed in time by one of them (spec §4). */
export function createSession({
  store,
  refresh,
  wakeEvents = browserWakeEvents,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
}: SessionOptions): Session {
  const listeners = new Set<() => void>();
  let goToLogin: () => void = () => undefined;
  let sayEnded: () => void = () => undefined;
  let running: Promise<string | null> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStarted = false;

  const token = () => store.read()?.token ?? null;
  const changed = () => {
    schedule();
    for (const listener of listeners) listener();
  };
  const keep = (accessToken: string | null) => {
    store.write(accessToken === null ? null : { token: accessToken, receivedAt: Date.now() });
    changed();
  };

  const end = () => {
    keep(null);
    sayEnded();
  };

  const renewAlone = async (stale: string): Promise<string | null> => {
    // Another tab has renewed the token, or logged out.
    if (token() !== stale) return token();
    try {
      const fresh = await refresh();
      if (token() !== stale) return token();
      if (fresh) keep(fresh);
      else end();
    } catch (error) {
      if (error instanceof ApiError && PASSING.has(error.status)) throw error;
      if (token() === stale) end();
    }
    return token();
  };
  const renew = (stale: string) =>
    (running ??= exclusively(() => renewAlone(stale), lockTimeoutMs).finally(() => {
      running = undefined;
    }));

  function schedule(): void {
    clearTimeout(timer);
    const kept = isStarted ? store.read() : null;
    const dueAt = kept && refreshDueAt(kept, Date.now());
    if (!kept || dueAt === undefined || dueAt === null) return;
    const waitMs = dueAt - Date.now();
    if (waitMs > 0) timer = setTimeout(schedule, Math.min(waitMs, LONGEST_TIMER_MS));
    else
      renew(kept.token).catch(() => {
        timer = setTimeout(schedule, REFRESH_RETRY_MS);
      });
  }

  return {
    token,
    signIn: keep,
    signOut: () => keep(null),
    renew,
    requireLogin: () => goToLogin(),
    onLoginRequired(listener) {
      goToLogin = listener;
    },
    onEnded(listener) {
      sayEnded = listener;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      isStarted = true;
      const stopListening = store.onForeignChange(changed);
      const calls = wakeEvents();
      for (const [target, name] of calls) target.addEventListener(name, schedule);
      schedule();
      return () => {
        isStarted = false;
        clearTimeout(timer);
        stopListening();
        for (const [target, name] of calls) target.removeEventListener(name, schedule);
      };
    },
  };
}

/** Runs one refresh at a time over all tabs, where the browser has locks; after the timeout it runs without the lock. */
function exclusively<T>(work: () => Promise<T>, timeoutMs: number): Promise<T> {
  if (!('locks' in navigator)) return work();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  return navigator.locks.request(LOCK, { signal: AbortSignal.timeout(timeoutMs) }, begin).catch((error: unknown) => {
    if (hasBegun) throw error;
    return begin();
  });
}
