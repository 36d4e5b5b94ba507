import { createServer } from 'node:http';
import { createApi } from '#shared/api.ts';
import { ApiError } from '#shared/errors.ts';
import { createFetchSend, withSession } from '#web/lib/fetch-send.ts';
import { createSession } from '#web/lib/session.ts';
import { createTokenStore } from '#web/lib/token-store.ts';
import { listening } from './listening.ts';
import { onTestFinished } from './on-test-finished.ts';

/** `stopsAfter`: the part of an unfinished body that is sent. */
export type Answer = { status: number; body?: object; stopsAfter?: string };
type Answers = (call: string, bearer: string | undefined) => Answer | Promise<Answer>;

/** Starts a server with fixed answers that records its requests, as `GET /Tickets/my-tickets token`. */
export async function startServer(answers: Answers) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url?.replace('/api', '')}`;
    const bearer = request.headers.authorization?.replace('Bearer ', '');
    calls.push([call, bearer].filter(Boolean).join(' '));
    void Promise.resolve(answers(call, bearer)).then(({ status, body = {}, stopsAfter }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      if (stopsAfter === undefined) response.end(JSON.stringify(body));
      else response.write(stopsAfter);
    });
  });
  return { calls, origin: `http://127.0.0.1:${await listening(server)}` };
}

export type TabStorage = Map<string, string>;
export const storageOver = (stored: TabStorage) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

type Tab = {
  stored?: TabStorage;
  storage?: ReturnType<typeof storageOver>;
  callTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** False: the session starts before anything listens to it. */
  isHeard?: boolean;
};

/** Opens a browser tab: tabs with the same storage belong to one browser. */
export function openTab(
  origin: string,
  { stored = new Map(), storage = storageOver(stored), callTimeoutMs, lockTimeoutMs, isHeard = true }: Tab = {},
) {
  const events = new EventTarget();
  const send = createFetchSend(origin, callTimeoutMs);
  const bare = createApi((request) => send(request, null));
  const session = createSession({
    store: createTokenStore(
      () => storage,
      () => events,
    ),
    refresh: async () => (await bare.accounts.refresh()).accessToken,
    leave: () => bare.accounts.logout(),
    wakeEvents: () => [[events, 'focus']],
    inputEvents: () => [[events, 'pointerdown']],
    lockTimeoutMs,
  });
  let loginsRequired = 0;
  let ends = 0;
  if (isHeard) session.onEnded(() => (ends += 1));
  session.onLoginRequired(() => (loginsRequired += 1));
  onTestFinished(session.start());
  return {
    session,
    events,
    stored,
    api: createApi(withSession(send, session)),
    loginsRequired: () => loginsRequired,
    ends: () => ends,
  };
}

/** `skewMs`: how far the server's clock is ahead of the device's. `idleMs`: how long the session may be idle. */
export const tokenFor = (lifetimeMs: number, name = 'x', skewMs = 0, idleMs?: number): string => {
  const iat = (Date.now() + skewMs) / 1000;
  const idle = idleMs === undefined ? {} : { idle: idleMs / 1000 };
  return `${name}.${btoa(JSON.stringify({ iat, exp: iat + lifetimeMs / 1000, ...idle }))}.s`;
};

export const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : -1),
  );

/** Private calls need `token`; a refresh returns it. */
export const needs =
  (token: string): Answers =>
  (call, bearer) => {
    if (call === 'POST /auth/refresh') return { status: 200, body: { accessToken: token } };
    if (call.endsWith('/Events')) return { status: 200, body: [] };
    return bearer === token ? { status: 200, body: [] } : { status: 401 };
  };
