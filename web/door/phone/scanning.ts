import { isDoubtful } from '#shared/door/pack.ts';
import { isUnderAge } from '#shared/door/admission.ts';
import { SHOWN_REASONS, type ShownReason } from '#shared/door/passes.ts';
import type { ScanOutcome } from '#shared/door/pass-scan.schemas.ts';
import { ApiError } from '#shared/errors.ts';
import type { PhoneClock } from './clock.ts';
import { findOut, type Finding } from './decide.ts';
import type { PhoneVerdict, ScanMode } from './door-phone.ts';
import type { Link } from './link.ts';
import type { NewScan, ScanLog } from './scan-log.ts';
import { isFullDisk, type Store, type StoredPack, type StoredScan } from './store.ts';
import type { Uploads } from './sync.ts';
import { loadVerifier } from './verifier.ts';

/** The longest code that the API takes. */
const LONGEST_CODE = 5_000;
/** A typed number waits for the server as long as any call of the door. */
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

type Parts = {
  store: Store;
  log: ScanLog;
  uploads: Uploads;
  link: Link;
  clock: PhoneClock;
  pack: () => StoredPack | undefined;
  /** How long a live question waits; by default 400 ms. */
  liveMs: number | undefined;
  /** The phone has no room for a scan, or has room again. */
  onFull: (isFull: boolean) => void;
};

/** Scans, one after the other. Each is on the disk before anybody sees its verdict. */
export function createScanning({ store, log, uploads, link, clock, pack, liveMs, onFull }: Parts) {
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
  const ask = async (scan: StoredScan, limitMs?: number): Promise<ScanOutcome | undefined> => {
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

  /** A question whose verdict nobody has seen, because its page was killed: the same code goes on with it. */
  const findUnseen = async (key: string | undefined): Promise<StoredScan | undefined> =>
    key === undefined
      ? undefined
      : (await store.scansOf(key)).find(({ kind, decidedBy, shown }) => kind === 'in' && decidedBy === 'server' && !shown);

  /** The server has admitted this guest already, and nobody has seen it. */
  const showUnseen = async (finding: Finding, unseen: StoredScan, now: Date): Promise<PhoneVerdict> => {
    const reason = unseen.outcome?.reason ?? 'valid';
    await keep(log.put({ ...unseen, shown: { result: 'accepted', reason: shownReason(reason) } }));
    return { ...toVerdict(finding, unseen.scanId, now), verdict: 'admit', reason, decidedBy: 'server', used: undefined };
  };

  /** The phone says yes: the server decides if it answers in time, else the phone has decided. */
  const admit = async (
    finding: Finding,
    unseen: StoredScan | undefined,
    { code, now }: { code: string; now: Date },
  ): Promise<PhoneVerdict> => {
    const key = finding.decision.genuine?.key;
    const question = unseen?.isAcknowledged === 0 ? log.retimed(unseen) : undefined;
    const mayAsk = link.mayAsk() && log.unsent() === (question ? 1 : 0);
    const shown = { result: 'accepted', reason: shownReason(finding.decision.reason) } as const;
    if (!mayAsk) {
      const scan = question
        ? await keep(log.put({ ...question, decidedBy: 'phone', shown }))
        : await append({ kind: 'in', decidedBy: 'phone', code, key, shown });
      return toVerdict(finding, scan.scanId, now);
    }
    const request = question ?? (await append({ kind: 'in', decidedBy: 'server', code, key }));
    const outcome = await ask(request, liveMs);
    if (outcome) return toVerdict(finding, request.scanId, now, outcome);
    await keep(log.put({ ...request, decidedBy: 'phone', shown }));
    return toVerdict(finding, request.scanId, now);
  };

  return {
    async scan(text: string, mode: ScanMode): Promise<PhoneVerdict> {
      const list = pack();
      if (!list) throw new ApiError(0, {});
      const now = clock.now();
      const finding = await findOut({ store, pack: list, verify: await loadVerifier() }, text, { mode, now });
      const { decision } = finding;
      const code = decision.genuine?.code.text ?? text.slice(0, LONGEST_CODE);
      const key = decision.genuine?.key;
      if (mode === 'out' && decision.genuine?.event.id === list.head.event.id) {
        const scan = await append({ kind: 'out', decidedBy: 'phone', code, key });
        return { ...toVerdict(finding, scan.scanId, now), verdict: 'noted', reason: 'out' };
      }
      const unseen = mode === 'in' ? await findUnseen(key) : undefined;
      if (unseen?.outcome?.result === 'accepted') return showUnseen(finding, unseen, now);
      if (decision.verdict === 'admit' && mode === 'in') return admit(finding, unseen, { code, now });
      const shown = { result: decision.verdict === 'admit' ? 'refused' : RESULTS[decision.verdict], reason: shownReason(decision.reason) };
      const kind = mode === 'reject' && decision.verdict === 'reject' ? 'reject' : 'in';
      const scan = await append({ kind, decidedBy: 'phone', code, key, shown });
      return toVerdict(finding, scan.scanId, now);
    },

    /** The server alone decides about a number, because only a code proves a ticket. @throws ApiError with status 0 */
    async scanNumber(ticketId: number, mode: ScanMode): Promise<PhoneVerdict> {
      await uploads.sendAll();
      const now = clock.now();
      const kind = mode;
      const request = await append({ kind, ticketId, decidedBy: 'server' });
      const outcome = await ask(request, NUMBER_MS);
      if (!outcome) {
        // Nobody was let in: the phone itself turned the number down.
        await keep(log.put({ ...request, kind: 'in', decidedBy: 'phone', shown: { result: 'refused', reason: 'without_code' } }));
        throw new ApiError(0, {});
      }
      const guest = outcome.guest ?? undefined;
      return {
        ...answerOf(outcome, request.scanId, now),
        event: pack()?.head.event,
        guest,
        isUnderAge: guest ? isUnderAge(guest.birthdate, now) : false,
        isDoubtful: guest ? isDoubtful(guest.status) : false,
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

/** Reasons that only the server knows have no name in the report of a phone. */
const shownReason = (reason: string): ShownReason => SHOWN_REASONS.find((known) => known === reason) ?? 'without_code';

function answerOf(outcome: ScanOutcome, scanId: string, at: Date) {
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
  return { ...shown, event: genuine?.event, guest, isUnderAge: finding.isUnderAge, isDoubtful: finding.isDoubtful };
}
