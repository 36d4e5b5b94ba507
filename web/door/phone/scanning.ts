import { isDoubtful } from '#shared/door/offline-manifest.ts';
import { isUnderAge } from '#shared/door/admission.ts';
import type { OfflineManifestList } from '#shared/door/guest-lists.ts';
import type { ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import { ApiError } from '#shared/errors.ts';
import { type Asking, type AskingParts, shownReason } from './live-check.ts';
import type { PhoneClock } from './clock.ts';
import { findOut, type Finding } from './evaluate.ts';
import type { PhoneVerdict, ScanMode } from './door-phone.ts';
import type { StoredScan } from './store.ts';
import { loadVerifier } from './verifier.ts';

/** The longest code that the API accepts. */
const LONGEST_CODE = 5_000;
/** How long a typed number waits for the server, as for any call of the door. */
const NUMBER_MS = 3_000;

const RESULTS = { admit: 'accepted', reject: 'rejected', refuse: 'refused' } as const;
const VERDICTS: Record<ScanOutcome['result'], PhoneVerdict['verdict']> = {
  accepted: 'admit',
  conflict: 'admit',
  rejected: 'reject',
  refused: 'refuse',
  impossible: 'refuse',
  noted: 'noted',
};

type Parts = Pick<AskingParts, 'store' | 'log' | 'uploads' | 'offlineManifest'> & {
  clock: PhoneClock;
  asking: Asking;
  lists: () => readonly OfflineManifestList[];
  /** When the offline manifest was last known to be current, by the server's clock; undefined before this page heard of it. */
  heardAt: () => Date | undefined;
};

/** Handles one scan after another. Each is on disk before its verdict is shown. */
export function createScanning({
  store,
  log,
  uploads,
  clock,
  offlineManifest,
  lists,
  heardAt,
  asking: { keep, append, ask, decideYes, askFirst, findUnseen, findAnswered },
}: Parts) {
  /** The server has already admitted this guest, but the verdict was never shown. */
  const showUnseen = async (finding: Finding, unseen: StoredScan, now: Date): Promise<PhoneVerdict> => {
    const reason = unseen.outcome?.reason ?? 'valid';
    await keep(log.put({ ...unseen, shown: { result: 'accepted', reason: shownReason(reason) } }));
    return { ...toVerdict(finding, unseen.scanId, now), verdict: 'admit', reason, decidedBy: 'server', used: undefined };
  };

  return {
    async scan(text: string, mode: ScanMode): Promise<PhoneVerdict> {
      const list = offlineManifest();
      if (!list) throw new ApiError(0, {});
      const now = clock.now();
      const known = { store, offlineManifest: list, lists: lists(), heardAt: heardAt() ?? new Date(list.serverTime) };
      const finding = await findOut({ ...known, verify: await loadVerifier() }, text, { mode, now });
      const { decision } = finding;
      const code = decision.genuine?.code.text ?? text.slice(0, LONGEST_CODE);
      const key = decision.genuine?.key;
      if (mode === 'out' && decision.genuine?.event.id === list.head.event.id) {
        const scan = await append({ kind: 'out', decidedBy: 'phone', code, key });
        return { ...toVerdict(finding, scan.scanId, now), verdict: 'noted', reason: 'out' };
      }
      let unseen = mode === 'in' && key !== undefined ? await findUnseen(key) : undefined;
      // The use in the offline manifest may come from this same question.
      if (unseen && !unseen.outcome && key !== undefined && decision.reason === 'ticket_used') unseen = await findAnswered(key);
      // The server is asked only if nothing else is unsent.
      const isUnlisted = decision.reason === 'not_listed' && mode === 'in';
      if (isUnlisted && key !== undefined && log.unsent() > 0) unseen = await findAnswered(key);
      if (unseen?.outcome?.result === 'accepted') return showUnseen(finding, unseen, now);
      if (decision.verdict === 'admit' && mode === 'in') {
        const { scanId, outcome } = await decideYes({ code, key }, { unseen, reason: decision.reason });
        return toVerdict(finding, scanId, now, outcome);
      }
      if (isUnlisted) {
        const { scanId, outcome } = await askFirst({ code, key }, { unseen, reason: decision.reason });
        return toVerdict(finding, scanId, now, outcome);
      }
      const shown = { result: decision.verdict === 'admit' ? 'refused' : RESULTS[decision.verdict], reason: shownReason(decision.reason) };
      const kind = mode === 'reject' && decision.verdict === 'reject' ? 'reject' : 'in';
      const scan = await append({ kind, decidedBy: 'phone', code, key, shown });
      return toVerdict(finding, scan.scanId, now);
    },

    /** Only the server decides about a number, because only a code proves a ticket. @throws ApiError with status 0 */
    async scanNumber(ticketId: number, mode: ScanMode): Promise<PhoneVerdict> {
      await uploads.sendAll();
      const now = clock.now();
      const kind = mode;
      const request = await append({ kind, ticketId, decidedBy: 'server' });
      const outcome = await ask(request, NUMBER_MS);
      if (!outcome) {
        // No one was admitted: the phone itself refused the number.
        await keep(log.put({ ...request, kind: 'in', decidedBy: 'phone', shown: { result: 'refused', reason: 'without_code' } }));
        throw new ApiError(0, {});
      }
      const guest = outcome.guest ?? undefined;
      return {
        ...answerOf(outcome, request.scanId, now),
        event: offlineManifest()?.head.event,
        guest,
        isUnderAge: guest ? isUnderAge(guest.birthdate, now) : false,
        isDoubtful: guest ? isDoubtful(guest.status) : false,
        listed: undefined,
      };
    },

    async undo(scanId: string): Promise<void> {
      const scan = (await store.allScans()).find((one) => one.scanId === scanId);
      if (scan) await append({ kind: 'undo', decidedBy: 'phone', undoneScanId: scanId, key: scan.key });
    },

    async count(kind: 'plus' | 'minus'): Promise<void> {
      await append({ kind, decidedBy: 'phone' });
    },
  };
}

/** The verdict by the server's answer. */
export function answerOf(outcome: ScanOutcome, scanId: string, at: Date) {
  const { used } = outcome;
  return {
    scanId,
    at,
    verdict: VERDICTS[outcome.result],
    reason: outcome.reason,
    ticketId: outcome.ticketId ?? undefined,
    decidedBy: 'server' as const,
    used: used ? { door: used.door, at: new Date(used.at) } : undefined,
  };
}

function toVerdict({ decision, guest, usedAt, ...finding }: Finding, scanId: string, at: Date, outcome?: ScanOutcome): PhoneVerdict {
  const { genuine } = decision;
  const own = {
    scanId,
    at,
    verdict: decision.verdict,
    reason: decision.reason,
    ticketId: genuine?.code.ticketId,
    decidedBy: 'phone' as const,
    used:
      decision.reason === 'ticket_used' && usedAt
        ? {
            door: undefined,
            at: usedAt,
          }
        : undefined,
  };
  const shown = outcome ? answerOf(outcome, scanId, at) : own;
  return { ...shown, event: genuine?.event, guest, isUnderAge: finding.isUnderAge, isDoubtful: finding.isDoubtful, listed: undefined };
}
