import type { ScanOutcome } from '#shared/door/pass-scan.schemas.ts';
import { SHOWN_REASONS, type ShownReason } from '#shared/door/passes.ts';
import type { Link } from './connectivity.ts';
import type { NewScan, ScanLog } from './scan-log.ts';
import { isFullDisk, type Store, type StoredPack, type StoredScan } from './store.ts';
import type { Uploads } from './sync.ts';

export type AskingParts = {
  store: Store;
  log: ScanLog;
  uploads: Uploads;
  link: Link;
  pack: () => StoredPack | undefined;
  /** How long a live question waits; by default 400 ms. */
  liveMs: number | undefined;
  /** The phone has no room for a scan, or has room again. */
  onFull: (isFull: boolean) => void;
};

export type Asking = ReturnType<typeof createAsking>;

/** The answer to a question of a killed page is waited for so long, as for any call of the door. */
const UNSEEN_MS = 3_000;

/** Stores scans, and asks the server about one that is stored. */
export function createAsking({ store, log, uploads, link, pack, liveMs, onFull }: AskingParts) {
  /** @throws DOMException when the phone has no room */
  const keep = async <T>(write: Promise<T>): Promise<T> => {
    try {
      return await write;
    } catch (error) {
      if (isFullDisk(error)) onFull(true);
      throw error;
    }
  };
  const append = (scan: NewScan) => keep(log.append({ ...scan, packVersion: pack()?.serverTime }));

  /** Returns the server's answer to the stored question; undefined when it has not come in time. */
  const ask = async (scan: StoredScan, limitMs = liveMs): Promise<ScanOutcome | undefined> => {
    const outcome = await uploads.ask(scan, limitMs);
    if (!outcome) {
      link.missed();
      return undefined;
    }
    link.answered();
    const result = outcome.result === 'accepted' || outcome.result === 'rejected' ? outcome.result : 'refused';
    await log.acknowledge([{ ...scan, shown: { result, reason: shownReason(outcome.reason) } }], [outcome]);
    return outcome;
  };

  /**
   * A question whose verdict nobody has seen, because its page was killed: the same code, or the same entry, goes on with it, unless the
   * server has refused it.
   */
  const findUnseen = async (key: string): Promise<StoredScan | undefined> => {
    const unseen = (await store.scansOf(key)).filter(({ kind, decidedBy, shown }) => kind === 'in' && decidedBy === 'server' && !shown);
    return unseen.find(({ outcome }) => !outcome || outcome.result === 'accepted');
  };

  const decide = async (scan: Yes, { unseen, shown, limitMs }: Alone): Promise<Decided> => {
    const question = unseen?.isAcknowledged === 0 ? log.retimed(unseen) : undefined;
    const mayAsk = link.mayAsk() && log.unsent() === (question ? 1 : 0);
    if (!mayAsk) {
      const { scanId } = question
        ? await keep(log.put({ ...question, decidedBy: 'phone', shown }))
        : await append({ ...scan, kind: 'in', decidedBy: 'phone', shown });
      return { scanId, outcome: undefined };
    }
    const request = question ?? (await append({ ...scan, kind: 'in', decidedBy: 'server' }));
    const outcome = await ask(request, limitMs);
    if (!outcome) await keep(log.put({ ...request, decidedBy: 'phone', shown }));
    return { scanId: request.scanId, outcome };
  };

  return {
    keep,
    append,
    ask,
    findUnseen,
    /** `findUnseen`, with the server's answer if it comes in time. */
    async findAnswered(key: string): Promise<StoredScan | undefined> {
      if (link.mayAsk()) await Promise.race([uploads.sendAll().catch(() => undefined), wait(UNSEEN_MS)]);
      return findUnseen(key);
    },
    /** The phone says yes: the server decides if it answers in time, else the phone has decided. An `unseen` question goes on. */
    decideYes: (scan: Yes, { unseen, reason }: Own): Promise<Decided> =>
      decide(scan, { unseen, shown: { result: 'accepted', reason: shownReason(reason) } }),
    /** The phone alone does not admit, so the server has longer to answer: as long as for any call of the door. */
    askFirst: (scan: Yes, { unseen, reason }: Own): Promise<Decided> =>
      decide(scan, { unseen, shown: { result: 'refused', reason: shownReason(reason) }, limitMs: UNSEEN_MS }),
  };
}

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

type Yes = Pick<NewScan, 'code' | 'key' | 'entryId' | 'people'>;
type Own = { unseen: StoredScan | undefined; reason: string };
/** `shown`: what the phone says alone. */
type Alone = { unseen: StoredScan | undefined; shown: NonNullable<StoredScan['shown']>; limitMs?: number };
type Decided = { scanId: string; outcome: ScanOutcome | undefined };

/** Reasons that only the server knows have no name in the report of a phone. */
export const shownReason = (reason: string): ShownReason => SHOWN_REASONS.find((known) => known === reason) ?? 'without_code';
