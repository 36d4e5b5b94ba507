import { useEffect, useState } from 'react';
import { urlOf } from '#shared/contract.ts';
import { ApiError } from '#shared/errors.ts';
import type { TonightView } from '#shared/staff/tonight.contract.ts';
import { session } from '#web/lib/browser-api.ts';
import { eventsOf, pauseAfter } from '#web/lib/live-stream.ts';

/** The server sends a heartbeat every five seconds. */
const SILENT_AFTER_MS = 12_000;
const STREAM = { path: '/staff/tonight/stream' };

type Tonight = {
  view: TonightView | undefined;
  isLive: boolean;
  /** The stream was refused for good: no such event, or no permission. */
  error: unknown;
  retry(): void;
};

/** The live figures of an event. A broken connection is reopened; until then the last figures are shown. */
export function useTonight(eventId: number | undefined): Tonight {
  const [last, setLast] = useState<{ eventId: number | undefined; view: TonightView }>();
  const [isLive, setLive] = useState(false);
  const [refused, setRefused] = useState<{ eventId: number | undefined; reason: unknown }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    stayLive<TonightView>({
      leaving: leaving.signal,
      watch: (onView) => watchOnce(eventId, leaving.signal, onView),
      pause: (ms) => pause(ms, leaving.signal),
      onBreak: () => setLive(false),
      onView(view) {
        setLast({ eventId, view });
        setLive(true);
      },
    }).catch((reason: unknown) => setRefused({ eventId, reason }));
    return () => leaving.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt watches again
  }, [eventId, attempt]);
  const view = last && last.eventId === eventId ? last.view : undefined;
  return {
    view,
    isLive: isLive && view !== undefined,
    error: refused && refused.eventId === eventId ? refused.reason : undefined,
    retry() {
      setRefused(undefined);
      setAttempt((before) => before + 1);
    },
  };
}

/** One connection from beginning to end. EventSource cannot send the token in a header. @throws ApiError when it is refused */
async function watchOnce(eventId: number | undefined, leaving: AbortSignal, onView: (view: TonightView) => void): Promise<void> {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const live = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), SILENT_AFTER_MS);
  };
  live();
  try {
    const body = await connect(urlOf(STREAM, { eventId }), AbortSignal.any([leaving, silent.signal]));
    for await (const text of eventsOf(body, live)) onView(JSON.parse(text));
  } finally {
    clearTimeout(timer);
  }
}

async function connect(url: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const ask = (token: string | null) => fetch(url, { signal, headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` } });
  const token = session.token();
  const first = await ask(token);
  const renewed = first.status === 401 && token !== null ? await session.renew(token) : null;
  const response = renewed === null ? first : await ask(renewed);
  if (!response.ok || !response.body) throw new ApiError(response.status, {});
  return response.body;
}

/** Ends early when the screen is left, or when the network is back. */
function pause(ms: number, leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    leaving.addEventListener('abort', end, { signal: ended.signal });
    globalThis.addEventListener('online', end, { signal: ended.signal });
  });
}

type Connection<View> = {
  /** One connection from beginning to end; it throws when it breaks. */
  watch(onView: (view: View) => void): Promise<void>;
  pause(ms: number): Promise<void>;
  onView(view: View): void;
  /** The shown figures are no longer live. */
  onBreak(): void;
  leaving: AbortSignal;
};

/**
 * Reconnects until the screen is left. The server ends a connection when its token expires, which is no failure. @throws ApiError when the
 * stream is refused for good
 */
export async function stayLive<View>({ watch, pause, onView, onBreak, leaving }: Connection<View>): Promise<void> {
  for (let failures = 0; !leaving.aborted;) {
    let hasView = false;
    let isBroken = false;
    try {
      await watch((view) => {
        hasView = true;
        failures = 0;
        onView(view);
      });
    } catch (reason) {
      if (isFinal(reason)) throw reason;
      isBroken = true;
    }
    if (leaving.aborted) return;
    failures += 1;
    if (isBroken || !hasView) onBreak();
    await pause(pauseAfter(failures));
  }
}

const isFinal = (reason: unknown): boolean => reason instanceof ApiError && [401, 403, 404].includes(reason.status);
