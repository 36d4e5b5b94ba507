import type { PackList } from '#shared/door/lists.ts';
import type { ScanOutcome } from '#shared/door/pass-scan.schemas.ts';
import { ApiError } from '#shared/errors.ts';
import { type Asking, type AskingParts, shownReason } from './asking.ts';
import type { PhoneClock } from './clock.ts';
import type { PhoneVerdict } from './door-phone.ts';
import { countArrivals, decideListed, entryKey, findListed } from './listed.ts';
import { answerOf } from './scanning.ts';

type Parts = Pick<AskingParts, 'store' | 'log' | 'pack'> & { clock: PhoneClock; asking: Asking; lists: () => readonly PackList[] };

export type AdmitListed = (entryId: number, people: number) => Promise<PhoneVerdict>;

/** Lets people in by an entry of a door list. The scan is on the disk before anybody sees its verdict. */
export function createListAdmission({ store, log, pack, lists, clock, asking }: Parts): AdmitListed {
  const { keep, append, decideYes, findUnseen } = asking;
  return async (entryId, people) => {
    const stored = pack();
    if (!stored) throw new ApiError(0, {});
    const now = clock.now();
    const known = { lists: lists(), live: stored.live, after: stored.after };
    const found = findListed(known.lists, entryId);
    const arrivals = countArrivals(known, await store.allScans());
    const decision = decideListed({ head: stored.head, live: stored.live, arrivals }, { found, entryId, people }, now);

    const verdictOf = (scanId: string, outcome?: ScanOutcome): PhoneVerdict => {
      const own = { scanId, at: now, ...decision, ticketId: undefined, decidedBy: 'phone' as const, used: undefined };
      const listed = found && { firstName: found.entry.firstName, initial: found.entry.initial, list: found.list.name, people };
      const shown = outcome ? answerOf(outcome, scanId, now) : own;
      return { ...shown, event: stored.head.event, guest: undefined, isUnderAge: false, isDoubtful: false, listed };
    };

    const scan = { key: entryKey(entryId), entryId, people };
    const unseen = await findUnseen(scan.key, people);
    if (unseen?.outcome?.result === 'accepted') {
      // The server has let them in already, and nobody has seen it.
      const { reason } = unseen.outcome;
      await keep(log.put({ ...unseen, shown: { result: 'accepted', reason: shownReason(reason) } }));
      return { ...verdictOf(unseen.scanId), verdict: 'admit', reason, decidedBy: 'server' };
    }
    if (decision.verdict === 'admit') {
      const { scanId, outcome } = await decideYes(scan, { unseen, reason: decision.reason });
      return verdictOf(scanId, outcome);
    }
    const shown = { result: 'refused', reason: shownReason(decision.reason) } as const;
    return verdictOf((await append({ ...scan, kind: 'in', decidedBy: 'phone', shown })).scanId);
  };
}
