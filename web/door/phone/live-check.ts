import type { ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import { SHOWN_REASONS, type ShownReason } from '#shared/door/scanner-devices.ts';
import type { Connectivity } from './connectivity.ts';
import type { NewScan, ScanLog } from './scan-log.ts';
import type { Store, StoredScan } from './store.ts';
import type { Uploads } from './sync.ts';

type Parts = {
  store: Store;
  log: ScanLog;
  uploads: Uploads;
  connectivity: Connectivity;
  /** How long a live question waits; by default 400 ms. */
  liveMs: number | undefined;
};

export type LiveCheck = ReturnType<typeof createLiveCheck>;

/** How long to wait for the answer to a question of a killed page, as for any call of the door. */
const UNSEEN_MS = 3_000;

/** Asks the server about a scan that is stored, while the guest waits. */
export function createLiveCheck({ store, log, uploads, connectivity, liveMs }: Parts) {
  /** Returns the server's answer to the stored question; undefined if it did not arrive in time. */
  const ask = async (scan: StoredScan, limitMs = liveMs): Promise<ScanOutcome | undefined> => {
    const outcome = await uploads.ask(scan, limitMs);
    if (!outcome) {
      connectivity.missed();
      return undefined;
    }
    connectivity.answered();
    const result = outcome.result === 'accepted' || outcome.result === 'rejected' ? outcome.result : 'refused';
    await log.acknowledge([{ ...scan, shown: { result, reason: shownReason(outcome.reason) } }], [outcome]);
    return outcome;
  };

  /**
   * A question whose verdict was never shown because its page was killed: scanning the code or entry again continues it, unless the server
   * refused it.
   */
  const findUnseen = async (key: string): Promise<StoredScan | undefined> => {
    const unseen = (await store.scansOf(key)).filter(({ kind, decidedBy, shown }) => kind === 'in' && decidedBy === 'server' && !shown);
    return unseen.find(({ outcome }) => !outcome || outcome.result === 'accepted');
  };

  /** Sends what is unsent, and waits for the answers as long as for any call of the door. */
  const sendInTime = async (): Promise<void> => {
    if (connectivity.mayAsk()) await Promise.race([uploads.sendAll().catch(() => undefined), wait(UNSEEN_MS)]);
  };

  const mayAsk = (question?: StoredScan): boolean => connectivity.mayAsk() && log.unsent() === (question ? 1 : 0);

  const decide = async (scan: Yes, { unseen, own, limitMs }: Alone): Promise<Decided> => {
    const { answered } = scan;
    const question = unseen?.isAcknowledged === 0 ? { ...log.retimed(unseen), answered } : undefined;
    if (!mayAsk(question)) {
      const shown = await own();
      const { scanId } = question
        ? await log.put({ ...question, decidedBy: 'phone', shown })
        : await log.append({ ...scan, kind: 'in', decidedBy: 'phone', shown });
      return { scanId, outcome: undefined };
    }
    const request = question ?? (await log.append({ ...scan, kind: 'in', decidedBy: 'server' }));
    const outcome = await ask(request, limitMs);
    if (!outcome) await log.put({ ...request, decidedBy: 'phone', shown: await own() });
    return { scanId: request.scanId, outcome };
  };

  return {
    ask,
    /** The server can be asked now: the network works, and nothing else is unsent. */
    mayAsk: () => mayAsk(),
    findUnseen,
    sendInTime,
    /** `findUnseen`, with the server's answer if it arrives in time. */
    async findAnswered(key: string): Promise<StoredScan | undefined> {
      await sendInTime();
      return findUnseen(key);
    },
    /**
     * For an acceptance by the phone: the server decides if it answers in time, otherwise the phone's decision stands. Continues an
     * `unseen` question.
     */
    decideYes: (scan: Yes, { unseen, reason }: Own): Promise<Decided> =>
      decide(scan, { unseen, own: async () => ({ result: 'accepted', reason: shownReason(reason) }) }),
    /**
     * For a ticket that the phone alone does not admit: the server has longer to answer, as for any call of the door. `findReason`: of the
     * phone's own refusal, if it is needed.
     */
    askFirst: (scan: Yes, { unseen, findReason }: Pick<Own, 'unseen'> & { findReason: () => Promise<string> }): Promise<Decided> => {
      const own = async () => ({ result: 'refused', reason: shownReason(await findReason()) }) as const;
      return decide(scan, { unseen, own, limitMs: UNSEEN_MS });
    },
  };
}

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

type Yes = Pick<NewScan, 'code' | 'key' | 'entryId' | 'people' | 'guest' | 'answered'>;
type Own = { unseen: StoredScan | undefined; reason: string };
/** `own`: the phone's own decision. */
type Alone = { unseen: StoredScan | undefined; own: () => Promise<NonNullable<StoredScan['shown']>>; limitMs?: number };
type Decided = { scanId: string; outcome: ScanOutcome | undefined };

/** A phone cannot report reasons that only the server knows. */
export const shownReason = (reason: string): ShownReason => SHOWN_REASONS.find((known) => known === reason) ?? 'without_code';
