import type { Api } from '#shared/api.ts';
import { isUnderAge } from '#shared/door/admission.ts';
import { parseQrText } from '#shared/door/ticket-code.ts';
import { ApiError } from '#shared/errors.ts';
import type { DoorGuest } from './ui/guest-lines.tsx';
import { readGuest, readScan, type Verdict, verdictOfFailure } from './verdict.ts';

/** The longest code that the API accepts; our own codes have about 130 characters. */
const LONGEST_CODE = 5_000;

/** How a ticket is checked: admit or reject, and at which event's door, if that is known. */
type Standing = { isReject: boolean; eventId: number | undefined };

/** One check of one ticket. `scanId` is the same for every retry, so that the server repeats its answer. */
export type Question = Standing & {
  userId: number | undefined;
  ticketId: number | undefined;
  /** The whole text of the code; undefined when the ticket number was typed by hand, which makes it an audited manual entry. */
  code: string | undefined;
  /** Admits a ticket of another event on purpose. */
  admitOtherEvent: boolean;
  scanId: string;
};

/** Makes a question from a decoded code. */
export function questionOf(text: string, standing: Standing): Question {
  const { userId, ticketId } = parseQrText(text);
  return { ...standing, userId, ticketId, code: text.slice(0, LONGEST_CODE), admitOtherEvent: false, scanId: crypto.randomUUID() };
}

/** Makes a question from a ticket number typed by hand. */
export const manualQuestion = (ticketId: number, standing: Standing): Question => ({
  ...standing,
  userId: undefined,
  ticketId,
  code: undefined,
  admitOtherEvent: false,
  scanId: crypto.randomUUID(),
});

/** The second press: admits the same ticket although it is for another event. */
export const pressedAgain = (question: Question): Question => ({ ...question, admitOtherEvent: true, scanId: crypto.randomUUID() });

/**
 * Spec §4: reads the ids, fetches the guest, then sends the decision without a further press. A typed number names no guest: the answer
 * does. Each request may take 3 s. Never throws.
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
  const { isReject, eventId, admitOtherEvent } = question;
  const body = {
    isReject,
    ticketId,
    ...(code !== undefined && { code }),
    scanId,
    ...(eventId !== undefined && { eventId }),
    ...(admitOtherEvent && { admitOtherEvent }),
  };
  try {
    const answer = readScan(await inTime((signal) => api.door.scan({ body }, { signal })));
    if (!answer) return { kind: 'undecided', trouble: 'decision_failed', ticketId, guest };
    const { result: kind, ...rest } = answer;
    // The server decides whose ticket it is.
    const holder = answer.guest ?? guest;
    const known = { ...rest, ticketId, guest: holder };
    return kind === 'rejected' ? { kind, ...known } : { kind, ...known, isUnderAge: isUnderAge(holder?.birthdate ?? '', new Date()) };
  } catch (error) {
    return verdictOfFailure(error, { ticketId, guest: guest ?? (await guestNamedBy(api, error)) });
  }
}

/** The holder of a refused ticket whose number was typed; undefined when it cannot be read: the refusal stands without it. */
async function guestNamedBy(api: Api, error: unknown): Promise<DoorGuest | undefined> {
  const id = error instanceof ApiError ? error.body.params?.['userId'] : undefined;
  if (typeof id !== 'number') return undefined;
  return inTime((signal) => api.accounts.guest({ id }, { signal })).then(readGuest, () => undefined);
}

/**
 * The server names only guests with a ticket of tonight, and to each account so many a minute. It decides about the ticket all the same, and
 * its answer names who comes in.
 */
const isUnnamed = (error: unknown): boolean => error instanceof ApiError && (error.body.code === 'user_not_found' || error.status === 429);

/** The server could not be reached. */
export const isCutOff = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** The door waits no longer than this for one answer. */
const ANSWER_MAX_MS = 3_000;

/** Fails like a request without a network when it takes longer than 3 s. @throws ApiError with status 0 */
export async function inTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_MAX_MS);
  // The request may first wait for a token renewal, which the signal does not abort.
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new ApiError(0, {})));
  return Promise.race([call(signal), late]);
}
