import type { OfflineManifestList } from '#shared/door/guest-lists.ts';
import type { ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import { ApiError } from '#shared/errors.ts';
import { type Asking, type AskingParts, shownReason } from './live-check.ts';
import type { PhoneClock } from './clock.ts';
import type { PhoneVerdict } from './door-phone.ts';
import { countArrivals, decideListed, entryKey, findListed } from './listed.ts';
import { answerOf } from './scanning.ts';
import type { StoredScan } from './store.ts';

type Parts = Pick<AskingParts, 'store' | 'log' | 'offlineManifest'> & {
  clock: PhoneClock;
  asking: Asking;
  lists: () => readonly OfflineManifestList[];
};

type AdmitListed = (entryId: number, people: number) => Promise<PhoneVerdict>;

/** Admits people by a guest list entry. The scan is on disk before its verdict is shown. */
export function createListAdmission({ store, log, offlineManifest, lists, clock, asking }: Parts): AdmitListed {
  const { keep, append, decideYes, findUnseen } = asking;

  /**
   * Continues a question of a killed page with its own number of people if the server knew of it or the same number is entered again.
   * Otherwise it is reported as not admitted, so that the server takes an acceptance back.
   */
  const takeUp = async (unseen: StoredScan | undefined, people: number, after: number): Promise<StoredScan | undefined> => {
    if (!unseen || unseen.outcome || unseen.people === people || unseen.sequence <= after) return unseen;
    await keep(log.put({ ...unseen, decidedBy: 'phone', shown: { result: 'refused', reason: 'without_code' } }));
    return undefined;
  };

  return async (entryId, requested) => {
    const stored = offlineManifest();
    if (!stored) throw new ApiError(0, {});
    const now = clock.now();
    const key = entryKey(entryId);
    const unseen = await takeUp(await findUnseen(key), requested, stored.after);
    const people = unseen?.people ?? requested;
    const known = { lists: lists(), live: stored.live, after: stored.after };
    const found = findListed(known.lists, entryId);
    const arrivals = countArrivals(known, await store.allScans());
    // If the server knew of this question when it made the offline manifest, it is counted in the arrivals.
    const isCounted = unseen !== undefined && unseen.sequence <= stored.after;
    const coming = { found, entryId, people, counted: isCounted ? people : 0 };
    const decision = decideListed({ head: stored.head, live: stored.live, arrivals }, coming, now);

    const verdictOf = (scanId: string, outcome?: ScanOutcome): PhoneVerdict => {
      const own = { scanId, at: now, ...decision, ticketId: undefined, decidedBy: 'phone' as const, used: undefined };
      const { firstName, initial } = found?.entry ?? { firstName: '', initial: '' };
      const listed = { firstName, initial, list: found?.list.name ?? '', price: found?.list.price ?? undefined, people };
      const shown = outcome ? answerOf(outcome, scanId, now) : own;
      return { ...shown, event: stored.head.event, guest: undefined, isUnderAge: false, isDoubtful: false, listed };
    };

    if (unseen?.outcome?.result === 'accepted') {
      // The server has already admitted them, but the verdict was never shown.
      const { reason } = unseen.outcome;
      await keep(log.put({ ...unseen, shown: { result: 'accepted', reason: shownReason(reason) } }));
      return { ...verdictOf(unseen.scanId), verdict: 'admit', reason, decidedBy: 'server' };
    }
    const scan = { key, entryId, people };
    if (decision.verdict === 'admit') {
      const { scanId, outcome } = await decideYes(scan, { unseen, reason: decision.reason });
      return verdictOf(scanId, outcome);
    }
    const shown = { result: 'refused', reason: shownReason(decision.reason) } as const;
    return verdictOf((await append({ ...scan, kind: 'in', decidedBy: 'phone', shown })).scanId);
  };
}
