import { MINIMUM_AGE } from '#shared/constants.ts';
import { isDoubtful } from '#shared/door/offline-manifest.ts';
import type { GuestRow } from '#shared/door/encrypted-row.ts';
import type { RejectReason } from '#shared/door/scanner-devices.ts';
import { isUnderAge } from '#shared/door/admission.ts';
import type { ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import type { Answered } from '#shared/door/questions.ts';
import { readTicketCode } from '#shared/door/ticket-code.ts';
import { ApiError } from '#shared/errors.ts';
import { conclude, shownOf } from './conclude.ts';
import { findOut, type Finding } from './evaluate.ts';
import type { Explanation, PhoneVerdict, ScanMode } from './door-phone.ts';
import type { PairedDevice } from './paired-device.ts';
import { refundStateOf, undoOf } from './own-scans.ts';
import { ask, askIfRefused, questionOf } from './questions.ts';
import type { ConflictGuest } from './scan-log.ts';
import type { StoredScan } from './store.ts';
import { loadVerifier } from './verifier.ts';

/** The longest code that the API accepts. */
const LONGEST_CODE = 5_000;
/** How long a typed number waits for the server, as for any call of the door. */
const NUMBER_MS = 3_000;

const VERDICTS: Record<ScanOutcome['result'], PhoneVerdict['verdict']> = {
  accepted: 'admit',
  conflict: 'admit',
  rejected: 'reject',
  refused: 'refuse',
  impossible: 'refuse',
  noted: 'noted',
};

type Scanning = { mode: ScanMode; answered: Answered };

/**
 * Decides about a read text. The scan is on disk before its verdict is shown; nothing is stored while a person must be asked first.
 * @throws ApiError with status 0 without an offline manifest
 */
export async function scanCode(device: PairedDevice, text: string, { mode, answered }: Scanning): Promise<PhoneVerdict> {
  const { store, clock, log } = device;
  const { current, lists } = device.manifest;
  if (!current) throw new ApiError(0, {});
  const now = clock.now();
  const heardAt = device.heardAt ?? new Date(current.serverTime);
  const known = { store, offlineManifest: current, lists, heardAt, inside: device.inside(), verify: await loadVerifier() };
  const finding = await findOut(known, text, { mode, now, answered });
  const { verdict, reason, genuine } = finding.decision;
  const own = toVerdict(device, finding, { scanId: '', at: now });
  if (mode === 'info') return { ...own, verdict: 'info', reason: questionOf(own) ?? reason };
  const code = genuine?.code.text ?? text.slice(0, LONGEST_CODE);
  const key = genuine?.key;
  const guest = finding.guest && genuine && toConflictGuest(finding.guest, genuine.code.ticketId);
  if (mode === 'out' && genuine) {
    const { scanId } = await log.append({ kind: 'out', decidedBy: 'phone', code, key, people: finding.isInside ? 1 : 0 });
    return { ...own, scanId, verdict: 'noted', reason: finding.isInside ? 'out' : 'not_inside' };
  }
  if (mode === 'in') {
    const unseen = key === undefined ? undefined : await findUnseen(device, key, reason);
    const verdictOf = (scanId: string, outcome?: ScanOutcome) => toVerdict(device, finding, { scanId, at: now, outcome });
    return conclude(device, { code, key, guest, answered }, { own, unseen, mayBeUnknown: mayBeUnknown(finding, text), verdictOf });
  }
  const kind = verdict === 'reject' ? 'reject' : 'in';
  const { scanId } = await log.append({ kind, decidedBy: 'phone', code, key, guest, shown: shownOf(own) });
  return { ...own, scanId };
}

const toConflictGuest = ({ firstName, lastName, birthdate }: GuestRow, ticketId: number): ConflictGuest => {
  return { firstName, lastName, birthdate, ticketId };
};

/**
 * Refusals by what this phone does not have: the ticket's row, where a guest may have gone out at another door, or the event or key of a code
 * that looks like ours. The server may know better.
 */
const mayBeUnknown = ({ decision: { reason }, row }: Finding, text: string): boolean =>
  reason === 'not_listed' ||
  (reason === 'ticket_used' && row === undefined) ||
  (reason === 'code_tampered' && readTicketCode(text) !== undefined);

/** A question of a killed page about this ticket, after its answer where the answer matters. */
async function findUnseen({ log, liveCheck }: PairedDevice, key: string, reason: string): Promise<StoredScan | undefined> {
  const unseen = await liveCheck.findUnseen(key);
  // The use in the offline manifest may come from this same question.
  const mayBeUsedByIt = reason === 'ticket_used' && unseen !== undefined && !unseen.outcome;
  // The server is asked only if nothing else is unsent.
  const mustSendFirst = reason === 'not_listed' && log.unsent() > 0;
  return mayBeUsedByIt || mustSendFirst ? liveCheck.findAnswered(key) : unseen;
}

/** Only the server decides about a number, because only a code proves a ticket. @throws ApiError with status 0 */
export async function scanNumber(device: PairedDevice, ticketId: number, { mode, answered }: Scanning): Promise<PhoneVerdict> {
  const { log, uploads, liveCheck } = device;
  await uploads.sendAll();
  const now = device.clock.now();
  if (mode === 'info' || mode === 'in') {
    const seen = ofNumber(device, await device.look(ticketId, answered), { scanId: '', at: now });
    if (mode === 'info') return { ...seen, verdict: 'info', reason: questionOf(seen) ?? seen.reason };
    const question = ask(seen, answered);
    if (question) return question;
  }
  const request = await log.append({ kind: mode, ticketId, decidedBy: 'server', answered });
  const outcome = await liveCheck.ask(request, NUMBER_MS);
  if (!outcome) {
    // No one was admitted: the phone itself refused the number.
    await log.put({ ...request, kind: 'in', decidedBy: 'phone', shown: { result: 'refused', reason: 'without_code' } });
    throw new ApiError(0, {});
  }
  const verdictNow = ofNumber(device, outcome, { scanId: request.scanId, at: now });
  return mode === 'in' ? askIfRefused(verdictNow) : verdictNow;
}

/** The verdict about a typed number. */
function ofNumber(device: PairedDevice, outcome: ScanOutcome, { scanId, at }: { scanId: string; at: Date }): PhoneVerdict {
  const guest = outcome.guest ?? undefined;
  return {
    ...answerOf(outcome, scanId, at),
    event: eventOf(outcome, device.manifest.current?.head.event),
    guest,
    isUnderAge: guest ? isYoung(guest, at) : false,
    isDoubtful: guest ? isDoubtful(guest.status) : false,
    listed: undefined,
  };
}

const isYoung = ({ age, birthdate }: GuestRow, at: Date): boolean => (age === undefined ? isUnderAge(birthdate, at) : age < MINIMUM_AGE);

type Explained = { because: RejectReason; refund: string | undefined };

/**
 * Gives a rejection by this phone its reason, and its refund, as one more scan that replaces it. `refund`: why the guest is refunded; the
 * answer, for which nobody waits here, tells whether the server refunds.
 */
export async function explainRejection(
  { log, liveCheck }: PairedDevice,
  scanId: string,
  { because, refund }: Explained,
): Promise<Explanation> {
  const scan = log.all().find((one) => one.scanId === scanId);
  if (!scan) return { scanId, refund: Promise.resolve(undefined) };
  const again = { kind: 'reject', decidedBy: 'phone', key: scan.key, because, undoneScanId: scanId } as const;
  const stored = await log.append({ ...again, ...(refund !== undefined && { refund: { reason: refund } }) });
  const current = () => refundStateOf(log.all().find((one) => one.scanId === stored.scanId) ?? stored);
  return { scanId: stored.scanId, refund: refund === undefined ? Promise.resolve(undefined) : liveCheck.sendInTime().then(current) };
}

export async function undoScan({ log, clock }: PairedDevice, scanId: string): Promise<void> {
  const scan = log.all().find((one) => one.scanId === scanId);
  if (scan && undoOf(scan, log.all(), clock.now()))
    await log.append({ kind: 'undo', decidedBy: 'phone', undoneScanId: scanId, key: scan.key });
}

export async function countPerson({ log }: PairedDevice, kind: 'plus' | 'minus'): Promise<void> {
  await log.append({ kind, decidedBy: 'phone' });
}

/** The event of the ticket, as far as it is known. */
const eventOf = ({ event, reason }: ScanOutcome, known: PhoneVerdict['event']): PhoneVerdict['event'] =>
  event ?? (reason === 'other_event' ? undefined : known);

/** The verdict by the server's answer. */
export function answerOf(outcome: ScanOutcome, scanId: string, at: Date) {
  const { used, rejection } = outcome;
  return {
    scanId,
    at,
    verdict: VERDICTS[outcome.result],
    reason: outcome.reason,
    ticketId: outcome.ticketId ?? undefined,
    decidedBy: 'server' as const,
    used: used ? { door: used.door, at: new Date(used.at) } : undefined,
    rejection: rejection ? { ...rejection, at: new Date(rejection.at) } : undefined,
  };
}

type Decided = { scanId: string; at: Date; outcome?: ScanOutcome | undefined };

function toVerdict(
  { name }: Pick<PairedDevice, 'name'>,
  { decision, guest, usedAt, usedDoor, rejection, ...finding }: Finding,
  { scanId, at, outcome }: Decided,
): PhoneVerdict {
  const { genuine } = decision;
  const own = {
    scanId,
    at,
    verdict: decision.verdict,
    reason: decision.reason,
    ticketId: genuine?.code.ticketId,
    decidedBy: 'phone' as const,
    used: decision.reason === 'ticket_used' && usedAt ? { door: usedDoor ?? (finding.isOwnUse ? name : undefined), at: usedAt } : undefined,
    rejection: rejection && { ...rejection, at: new Date(rejection.at) },
  };
  const shown = outcome ? answerOf(outcome, scanId, at) : own;
  const event = outcome ? eventOf(outcome, genuine?.event) : genuine?.event;
  return { ...shown, event, guest, isUnderAge: finding.isUnderAge, isDoubtful: finding.isDoubtful, listed: undefined };
}
