import { PassThrough, type Readable } from 'node:stream';

/** How often changes are polled; how often a silent stream gets a heartbeat. */
const POLL_MS = 1_000;
const SIGN_OF_LIFE_MS = 5_000;
/** A client that does not read its stream is disconnected and reconnects when its network is back. The first event may be longer. */
const WAITING_MAX_BYTES = 1_000_000;

/**
 * A stream of server-sent events to one client. `sentAt`: time of the last event or heartbeat; `waitingMax`: the most bytes that may be
 * unread.
 */
export type LiveStream<Subject> = { subject: Subject; out: PassThrough; sentAt: number; waitingMax: number };

type LiveStreams<Subject> = {
  /** Opens a stream with this view as the first event. */
  open(subject: Subject, view: unknown): Readable;
  all(): LiveStream<Subject>[];
  /** The streams of `all` to which nothing was sent for five seconds. */
  silent(now: number): LiveStream<Subject>[];
  send(stream: LiveStream<Subject>, view: unknown, now: number): void;
  sendHeartbeat(stream: LiveStream<Subject>, now: number): void;
  end(stream: LiveStream<Subject>): void;
  /** Ends every stream; clients reconnect to another process, or to this one after its restart. */
  close(): void;
};

/** Calls `poll` every second while a stream is open. Without the database nothing is sent, and screens show that they are out of date. */
export function openStreams<Subject>(poll: (now: number) => Promise<void>, onFailure: (error: unknown) => void): LiveStreams<Subject> {
  const streams = new Set<LiveStream<Subject>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const end = (stream: LiveStream<Subject>): void => {
    streams.delete(stream);
    stream.out.end();
  };

  const write = (stream: LiveStream<Subject>, text: string, now: number): void => {
    if (!streams.has(stream)) return;
    if (stream.out.writableLength > stream.waitingMax) return end(stream);
    stream.sentAt = now;
    stream.out.write(text);
  };

  const schedule = (): void => {
    if (timer || isClosed || streams.size === 0) return;
    timer = setTimeout(() => {
      void poll(Date.now())
        .catch(onFailure)
        .finally(() => {
          timer = undefined;
          schedule();
        });
    }, POLL_MS);
  };

  return {
    open(subject, view) {
      const first = Buffer.from(toEvent(view));
      const stream = { subject, out: new PassThrough(), sentAt: Date.now(), waitingMax: first.length + WAITING_MAX_BYTES };
      stream.out.write(first);
      stream.out.once('close', () => streams.delete(stream));
      if (isClosed) stream.out.end();
      else streams.add(stream);
      schedule();
      return stream.out;
    },
    all: () => [...streams],
    silent: (now) => [...streams].filter(({ sentAt }) => now - sentAt >= SIGN_OF_LIFE_MS),
    send: (stream, view, now) => write(stream, toEvent(view), now),
    sendHeartbeat: (stream, now) => write(stream, ':\n\n', now),
    end,
    close() {
      isClosed = true;
      clearTimeout(timer);
      [...streams].forEach(end);
    },
  };
}

const toEvent = (view: unknown): string => `data: ${JSON.stringify(view)}\n\n`;
