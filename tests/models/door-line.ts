import { toWireTime } from '#shared/dates.ts';
import type { ChangesView } from '#shared/door/offline-manifest.ts';
import { readCredentials } from '#shared/door/signed-call.ts';
import { AppError, errorStatus } from '#shared/errors.ts';
import type { Fetch } from '#web/door/phone/signed-send.ts';
import type { DoorServer } from './door-server.ts';
import type { VirtualTime } from './virtual-time.ts';

/**
 * How an upload ends: `lost` on the way there, `unheard` on the way back, `doubled` arrives twice, `late` arrives after later calls;
 * `crossed`: a question gets no answer in time, while a background upload carries the scan too and is answered after the decision.
 */
export const FATES = ['answered', 'lost', 'unheard', 'doubled', 'late', 'crossed'] as const;
type Fate = (typeof FATES)[number] | 'killed' | 'killed unheard';

const CLOCK_TOLERANCE_MS = 90_000;
/** The pause between a phone's reports. */
const REPORT_MS = 30_000;
const NO_NETWORK = 'There is no network.';

type Stream = { push: (event: unknown) => void; end: (error?: unknown) => void; isAtRest: () => boolean; since: string; after: number };

/** The network between one phone and the server. */
export class Line {
  isCut = false;
  /** Fates of the next uploads; later ones are answered. */
  fates: Fate[] = [];
  /** Uploads that arrive out of order. */
  readonly late: (() => void)[] = [];
  /** The phone asks about a code and waits for the answer. */
  isQuestion = false;
  /** The phone has been unpaired and does nothing more. */
  hasLeft = false;
  stream: Stream | undefined;
  /** Resolves when the page may be killed: its upload is under way. */
  whenKilled = Promise.withResolvers<void>();
  private crossing: { isThere: PromiseWithResolvers<void>; release: PromiseWithResolvers<void> } | undefined;
  private readonly server: DoorServer;
  private readonly place: number;
  private readonly time: VirtualTime;

  constructor({ server, place, time }: { server: DoorServer; place: number; time: VirtualTime }) {
    this.server = server;
    this.place = place;
    this.time = time;
  }

  fetch: Fetch = async (url, init) => {
    init.signal?.throwIfAborted();
    if (url === '/api/door/leave') this.hasLeft = true;
    if (this.isCut) throw new TypeError(NO_NETWORK);
    if (url.startsWith('/api/door/changes/stream')) return this.openStream(url, init);
    const arrive = () => this.answer(url, init);
    return url === '/api/door/scans' ? this.upload(arrive) : arrive();
  };

  /** Sends the changes to the phone if it listens. */
  push(): void {
    const { stream, server, place } = this;
    if (!stream || this.isCut || server.isRevoked(place)) return;
    const changes = server.changes(place, stream.since);
    const after = server.lastSequence(place);
    // As in `server/door/offline-manifest/offline-manifest-watch.ts`, also if only the phone's own scans are new.
    if (changes.version !== stream.since || after !== stream.after) stream.push(changes);
    stream.since = changes.version;
    stream.after = after;
  }

  rejoin(): void {
    this.isCut = false;
    if (this.server.isRevoked(this.place)) this.end();
  }

  /** The server ends the stream of an ended scanner device. */
  end(): void {
    if (!this.isCut) this.stream?.end();
  }

  /** Answers an upload that was held until the phone had decided. */
  release(): void {
    this.crossing?.release.resolve();
    this.crossing = undefined;
  }

  private async upload(arrive: () => Response): Promise<Response> {
    if (this.crossing) {
      const answer = arrive();
      this.crossing.isThere.resolve();
      await this.crossing.release.promise;
      return answer;
    }
    const fate = this.fates.shift() ?? 'answered';
    if (fate === 'killed' || fate === 'killed unheard') {
      if (fate === 'killed unheard') arrive();
      this.whenKilled.resolve();
      return new Promise<never>(() => undefined);
    }
    if (fate === 'late') this.late.push(arrive);
    if (fate === 'crossed' && this.isQuestion) await this.cross();
    if (fate === 'lost' || fate === 'late' || fate === 'crossed') throw new TypeError(NO_NETWORK);
    const answer = arrive();
    if (fate === 'unheard') throw new TypeError('The answer got lost.');
    if (fate === 'doubled') arrive();
    return answer;
  }

  /** The phone's next report is due while it waits for an answer. */
  private async cross(): Promise<void> {
    const crossing = { isThere: Promise.withResolvers<void>(), release: Promise.withResolvers<void>() };
    if (!this.time.hurry(this, REPORT_MS)) return;
    this.crossing = crossing;
    await crossing.isThere.promise;
  }

  private answer(url: string, { headers, body }: RequestInit): Response {
    try {
      return Response.json(
        this.call(url, new Headers(headers).get('authorization'), typeof body === 'string' ? JSON.parse(body) : undefined),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return Response.json({ code: error.code, ...error.details }, { status: errorStatus[error.code] });
    }
  }

  private call(url: string, authorization: string | null, body: unknown): unknown {
    const { server, place } = this;
    if (url === '/api/door/pair') return server.pair(place);
    this.checkTime(authorization);
    if (url === '/api/door/scans') return server.take(place, body);
    if (url === '/api/door/look') return server.look(place, body);
    if (url === '/api/door/leave') return {};
    if (url === '/api/door/offline-manifest') return server.offlineManifest(place);
    return server.changes(place, sinceOf(url));
  }

  private checkTime(authorization: string | null): void {
    const time = readCredentials(authorization ?? undefined)?.time;
    if (time === undefined) throw new AppError('device_unknown');
    if (Math.abs(time - this.time.now) > CLOCK_TOLERANCE_MS)
      throw new AppError('clock_off', { params: { serverTime: toWireTime(new Date(this.time.now)) } });
  }

  private openStream(url: string, { headers, signal }: RequestInit): Response {
    let first: ChangesView;
    try {
      this.checkTime(new Headers(headers).get('authorization'));
      first = this.server.changes(this.place, sinceOf(url));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return Response.json({ code: error.code, ...error.details }, { status: errorStatus[error.code] });
    }
    const { stream, body } = createStream(first, this.server.lastSequence(this.place));
    this.stream = stream;
    signal?.addEventListener('abort', () => {
      stream.end(signal.reason);
      if (this.stream === stream) this.stream = undefined;
    });
    return new Response(body);
  }
}

const sinceOf = (url: string): string => new URL(url, 'http://door').searchParams.get('since') ?? '';

/** Creates a stream of events that knows whether its reader has taken all of them. */
function createStream(first: ChangesView, after: number): { stream: Stream; body: ReadableStream<Uint8Array> } {
  const unread: unknown[] = [first];
  let [isAtRest, isOpen] = [false, true];
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const send = () => {
    isAtRest = unread.length === 0;
    if (isOpen && !isAtRest) controller?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(unread.shift())}\n\n`));
  };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(own) {
        controller = own;
        send();
      },
      cancel: () => void (isOpen = false),
    },
    { highWaterMark: 0 },
  );
  const stream: Stream = {
    since: first.version,
    after,
    isAtRest: () => isOpen && isAtRest,
    push(event) {
      unread.push(event);
      if (isAtRest) send();
    },
    end(error) {
      if (isOpen && error === undefined) controller?.close();
      else if (isOpen) controller?.error(error);
      isOpen = false;
    },
  };
  return { stream, body };
}
