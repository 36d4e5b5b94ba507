import type { Api } from '#shared/api.ts';
import { isUnderAge } from '#shared/door/admission.ts';
import { parseQrText } from '#shared/door/ticket-code.ts';
import { ApiError } from '#shared/errors.ts';
import type { DoorGuest } from './ui/guest-lines.tsx';
import { readGuest, readScan, type Verdict, verdictOfFailure } from './verdict.ts';

/** The longest code that the API accepts; our own codes have about 130 characters. */
const LONGEST_CODE = 5_000;

/** How a ticket is checked: admit or reject, and at which event's door, if known. */
type Standing = { isReject: boolean; eventId: number | undefined };

/** One check of one ticket. `scanId` is the same for every retry, so that the server repeats its answer. */
export type Question = Standing & {
  userId: number | undefined;
  ticketId: number | undefined;
  /** The whole text of the code; undefined for a ticket number typed by hand, which is an audited manual entry. */
  code: string | undefined;
  /** Intentionally admits a ticket of another event. */
  admitOtherEvent: boolean;
  /** Intentionally admits a guest whom a door rejected. */
  admitRejected: boolean;
  /** Who comes in with a ticket that nobody claimed. */
  name?: string;
  scanId: string;
};

/** Makes a question from a decoded code. */
export const questionOf = (text: string, standing: Standing): Question =>
  toQuestion({ ...parseQrText(text), code: text.slice(0, LONGEST_CODE) }, standing);

/** Makes a question from a ticket number typed by hand. */
export const manualQuestion = (ticketId: number, standing: Standing): Question =>
  toQuestion({ userId: undefined, ticketId, code: undefined }, standing);

const toQuestion = (ticket: Pick<Question, 'userId' | 'ticketId' | 'code'>, standing: Standing): Question => ({
  ...standing,
  ...ticket,
  admitOtherEvent: false,
  admitRejected: false,
  scanId: crypto.randomUUID(),
});

/** After a second press: admits the same ticket although it is for another event, or a door rejected its guest. */
export const pressedAgain = (question: Question, why: 'other_event' | 'rejected_before'): Question => ({
  ...question,
  ...(why === 'other_event' ? { admitOtherEvent: true } : { admitRejected: true }),
  scanId: crypto.randomUUID(),
});

/** After staff wrote down a name: admits the same ticket, which nobody claimed. */
export const withName = (question: Question, name: string): Question => ({ ...question, name, scanId: crypto.randomUUID() });

/**
 * Spec §4: reads the ids, fetches the guest, then sends the decision without another press. For a typed number, the answer names the guest.
 * Each request may take 3 s. Never throws.
 */
export async function askDecision(api: Api, { userId, ticketId, code, scanId, ...question }: Question): Promise<Verdict> {
  if (code !== undefined && userId === undefined) return { kind: 'undecided', trouble: 'no_user_id' };
  if (ticketId === undefined) return { kind: 'undecided', trouble: 'no_ticket_id' };
  let guest: DoorGuest | undefined;
  try {
    guest = userId === undefined ? undefined : readGuest(await inTime((signal) => api.accounts.guest({ id: userId }, { signal })));
    if (userId !== undefined && !guest) return { kind: 'undecided', trouble: 'guest_failed', ticketId };
  } catch (error) {
    if (!isUnnamed(error)) return { kind: 'undecided', trouble: 'guest_failed', ticketId };
  }
  const { isReject, eventId, admitOtherEvent, admitRejected, name } = question;
  const body = {
    isReject,
    ticketId,
    ...(code !== undefined && { code }),
    scanId,
    ...(eventId !== undefined && { eventId }),
    ...(admitOtherEvent && { admitOtherEvent }),
    ...(!isReject && { admitRejected }),
    ...(name !== undefined && { name }),
  };
  try {
    const answer = readScan(await inTime((signal) => api.door.scan({ body }, { signal })));
    if (!answer) return { kind: 'undecided', trouble: 'decision_failed', ticketId, guest };
    const { result: kind, ...rest } = answer;
    // The server decides who holds the ticket.
    const holder = answer.guest ?? guest;
    const known = { ...rest, ticketId, guest: holder };
    return kind === 'rejected' ? { kind, ...known } : { kind, ...known, isUnderAge: isUnderAge(holder?.birthdate ?? '', new Date()) };
  } catch (error) {
    return verdictOfFailure(error, { ticketId, guest: guest ?? (await guestNamedBy(api, error)) });
  }
}

/** The holder of a refused ticket whose number was typed; undefined if it cannot be read, which does not change the refusal. */
async function guestNamedBy(api: Api, error: unknown): Promise<DoorGuest | undefined> {
  const id = error instanceof ApiError ? error.body.params?.['userId'] : undefined;
  if (typeof id !== 'number') return undefined;
  return inTime((signal) => api.accounts.guest({ id }, { signal })).then(readGuest, () => undefined);
}

/**
 * The server shows only guests with a ticket for tonight, and only so many a minute per account. It still decides about the ticket, and its
 * answer names the guest.
 */
const isUnnamed = (error: unknown): boolean => error instanceof ApiError && (error.body.code === 'user_not_found' || error.status === 429);

/** The server could not be reached. */
export const isCutOff = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** The longest wait for one answer. */
const ANSWER_MAX_MS = 3_000;

/** Fails like a request without a network if it takes longer than 3 s. @throws ApiError with status 0 */
export async function inTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_MAX_MS);
  // The request may first wait for a token renewal, which the signal does not abort.
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new ApiError(0, {})));
  return Promise.race([call(signal), late]);
}
