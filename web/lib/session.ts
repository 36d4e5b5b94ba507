import { REFRESH_RETRY_MS } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';
import { LOCK_TIMEOUT_MS, oneAtATime } from './one-at-a-time.ts';
import { idleLimitOf, refreshDueAt, type TokenStore } from './token-store.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Statuses that do not end a session: no answer, too many requests, or a server that is briefly away. */
const PASSING = new Set([0, 429, 502, 503, 504]);

export type Session = {
  token(): string | null;
  signIn(accessToken: string): void;
  signOut(): void;
  /** Returns a new token in place of `stale`; null when the server refuses, which ends the session. @throws ApiError */
  renew(stale: string): Promise<string | null>;
  requireLogin(): void;
  onLoginRequired(listener: () => void): void;
  /** Notes use of the site that the browser does not report as input: idle staff sessions end. */
  noteUse(): void;
  /** Calls back when the session has ended against the user's will: the server refused a renewal, or the session was idle for too long. */
  onEnded(listener: () => void): void;
  /** Returns true after a session that this tab knew has ended, here or in another tab, unless the user logged out here. */
  isEnded(): boolean;
  subscribe(listener: () => void): () => void;
  /** Starts watching the clock and the other tabs; returns the function that stops it. */
  start(): () => void;
};

type Events = (readonly [EventTarget, string])[];

type SessionOptions = {
  store: TokenStore;
  refresh(): Promise<string>;
  /** Tells the server that the session is over. */
  leave(): Promise<unknown>;
  /** Events after which the clock must be checked, because timers sleep with the machine. */
  wakeEvents?(): Events;
  /** Events that only a person causes. */
  inputEvents?(): Events;
  lockTimeoutMs?: number | undefined;
};

const browserWakeEvents = (): Events => [
  [document, 'visibilitychange'],
  [globalThis, 'focus'],
  [globalThis, 'online'],
];
/** A touch is a pointer event, too. */
const browserInputEvents = (): Events => [
  [globalThis, 'pointerdown'],
  [globalThis, 'keydown'],
];

/**
 * The session of this browser: one token for all tabs, renewed in time by one of them (spec §4). A staff session ends when it is idle in
 * all tabs for too long: what an open page does by itself is not use.
 */
export function createSession({
  store,
  refresh,
  leave,
  wakeEvents = browserWakeEvents,
  inputEvents = browserInputEvents,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
}: SessionOptions): Session {
  const listeners = new Set<() => void>();
  let goToLogin: () => void = () => undefined;
  let isEndUnsaid = false;
  let isEnded = false;
  let sayEnded: () => void = () => {
    isEndUnsaid = true;
  };
  let running: Promise<string | null> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStarted = false;
  /** When the session ends without further use, as far as this tab knows. */
  let restEndsAt = Number.POSITIVE_INFINITY;

  const token = () => store.read()?.token ?? null;
  const changed = () => {
    schedule();
    for (const listener of listeners) listener();
  };
  const storeToken = (accessToken: string | null, hasEnded = false) => {
    const now = Date.now();
    const before = token();
    isEnded = hasEnded;
    store.write(accessToken === null ? null : { token: accessToken, receivedAt: now });
    // After a login, or when a guest became staff.
    if (before === null || idleLimitOf(before) === undefined) store.noteUse(now);
    changed();
  };

  const end = () => {
    storeToken(null, true);
    restEndsAt = Number.POSITIVE_INFINITY;
    sayEnded();
  };

  /** Ends a session that was idle for too long; returns true if there was one. */
  const endRested = (): boolean => {
    const stored = store.read();
    if (!stored) return false;
    if (!store.usedAt()) store.noteUse(stored.receivedAt || Date.now());
    restEndsAt = store.usedAt() + (idleLimitOf(stored.token) ?? Number.POSITIVE_INFINITY);
    if (restEndsAt > Date.now()) return false;
    end();
    // Without a network the server ends it by itself, once its tokens have been idle for as long.
    leave().catch(() => undefined);
    return true;
  };

  const noteUse = () => {
    if (!endRested()) store.noteUse(Date.now());
  };

  const changedElsewhere = () => {
    if (!store.read() && restEndsAt <= Date.now()) return end();
    isEnded = !store.read();
    return changed();
  };

  const renewAlone = async (stale: string): Promise<string | null> => {
    // Another tab has renewed the token, or logged out.
    if (token() !== stale) return token();
    if (endRested()) return null;
    try {
      const fresh = await refresh();
      if (token() !== stale) return token();
      if (fresh) storeToken(fresh);
      else end();
    } catch (error) {
      if (error instanceof ApiError && PASSING.has(error.status)) throw error;
      if (token() === stale) end();
    }
    return token();
  };
  const renew = (stale: string) =>
    (running ??= oneAtATime(() => renewAlone(stale), lockTimeoutMs).finally(() => {
      running = undefined;
    }));

  function schedule(): void {
    clearTimeout(timer);
    if (!isStarted || endRested()) return;
    const stored = store.read();
    const dueAt = stored && refreshDueAt(stored, Date.now());
    if (!stored || dueAt === undefined || dueAt === null) return;
    const waitMs = Math.min(dueAt, restEndsAt) - Date.now();
    if (waitMs > 0) timer = setTimeout(schedule, Math.min(waitMs, LONGEST_TIMER_MS));
    else
      renew(stored.token).catch(() => {
        timer = setTimeout(schedule, REFRESH_RETRY_MS);
      });
  }

  return {
    token,
    signIn: (accessToken) => storeToken(accessToken),
    signOut: () => storeToken(null),
    renew,
    isEnded: () => isEnded,
    noteUse,
    requireLogin: () => goToLogin(),
    onLoginRequired(listener) {
      goToLogin = listener;
    },
    onEnded(listener) {
      sayEnded = listener;
      if (!isEndUnsaid) return;
      isEndUnsaid = false;
      listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      isStarted = true;
      const stopListening = store.onForeignChange(changedElsewhere);
      const stopped = new AbortController();
      const listen = (events: Events, call: () => void, capture = false) => {
        for (const [target, name] of events) target.addEventListener(name, call, { signal: stopped.signal, capture });
      };
      listen(wakeEvents(), schedule);
      // In the capture phase, which also sees presses whose propagation the page stops.
      listen(inputEvents(), noteUse, true);
      schedule();
      return () => {
        isStarted = false;
        clearTimeout(timer);
        stopListening();
        stopped.abort();
      };
    },
  };
}
