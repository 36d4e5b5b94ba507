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

  return {
    ask,
    findUnseen,
    sendInTime,
    /** `findUnseen`, with the server's answer if it arrives in time. */
    async findAnswered(key: string): Promise<StoredScan | undefined> {
      await sendInTime();
      return findUnseen(key);
    },
    /**
     * Asks the server about a decision of the phone alone, which stands if no answer arrives in time; about a ticket that the phone alone does
     * not admit, the server has as long as for any call of the door. Continues an `unseen` question. `shown`: the phone's decision.
     */
    async decide(scan: Entering, { unseen, shown }: Own): Promise<Decided> {
      const { answered } = scan;
      const question = unseen?.isAcknowledged === 0 ? { ...log.retimed(unseen), answered } : undefined;
      if (!connectivity.mayAsk() || log.unsent() > (question ? 1 : 0)) {
        const { scanId } = question
          ? await log.put({ ...question, decidedBy: 'phone', shown })
          : await log.append({ ...scan, kind: 'in', decidedBy: 'phone', shown });
        return { scanId, outcome: undefined };
      }
      const request = question ?? (await log.append({ ...scan, kind: 'in', decidedBy: 'server' }));
      const outcome = await ask(request, shown.result === 'accepted' ? liveMs : UNSEEN_MS);
      if (!outcome) await log.put({ ...request, decidedBy: 'phone', shown });
      return { scanId: request.scanId, outcome };
    },
  };
}

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

export type Entering = Pick<NewScan, 'code' | 'key' | 'entryId' | 'people' | 'guest' | 'answered'>;
type Own = { unseen: StoredScan | undefined; shown: NonNullable<StoredScan['shown']> };
type Decided = { scanId: string; outcome: ScanOutcome | undefined };

/** A phone cannot report reasons that only the server knows. */
export const shownReason = (reason: string): ShownReason => SHOWN_REASONS.find((known) => known === reason) ?? 'without_code';
