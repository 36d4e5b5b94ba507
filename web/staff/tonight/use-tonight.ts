import { useEffect, useState } from 'react';
import { urlOf } from '#shared/contract.ts';
import { ApiError } from '#shared/errors.ts';
import type { TonightView } from '#shared/staff/tonight.contract.ts';
import { session } from '#web/lib/browser-api.ts';
import { eventsOf, stayLive } from './live-stream.ts';

/** The server gives a sign of life every five seconds. */
const SILENT_AFTER_MS = 12_000;
const STREAM = { path: '/staff/tonight/stream' };

type Tonight = {
  view: TonightView | undefined;
  /** What is shown is of this moment. */
  isLive: boolean;
  /** The stream was refused for good: no such night, or no permission. */
  error: unknown;
  retry(): void;
};

/** The live figures of a night. A broken connection is opened again by itself; the last figures stay in view meanwhile. */
export function useTonight(eventId: number | undefined): Tonight {
  const [last, setLast] = useState<{ eventId: number | undefined; view: TonightView }>();
  const [isLive, setLive] = useState(false);
  const [refused, setRefused] = useState<{ eventId: number | undefined; reason: unknown }>();
  const [round, setRound] = useState(0);
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
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another round is another try
  }, [eventId, round]);
  const view = last && last.eventId === eventId ? last.view : undefined;
  return {
    view,
    isLive: isLive && view !== undefined,
    error: refused && refused.eventId === eventId ? refused.reason : undefined,
    retry() {
      setRefused(undefined);
      setRound((before) => before + 1);
    },
  };
}

/** One connection from its beginning to its end. EventSource could not carry the token in a header. @throws ApiError when it is refused */
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
    for await (const text of eventsOf(body, live)) onView(asView(JSON.parse(text)));
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

/** The server's type checks hold the stream to the type of the contract; the browser carries no schemas of views. */
const asView = (data: unknown): TonightView => data as TonightView;

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
