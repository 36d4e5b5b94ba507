import type { Api } from '#shared/api.ts';
import { parseQrText } from '#shared/door/qr-text.ts';
import { ApiError } from '#shared/errors.ts';
import { type DoorGuest, readGuest, readScan, type Verdict, verdictOfFailure } from './verdict.ts';

/** What the call takes at most; codes of our own have about 130 characters. */
const LONGEST_CODE = 5_000;

/** How a ticket is looked at: to let in or to turn away, and at which event's door, if that is known. */
type Standing = { isReject: boolean; eventId: number | undefined };

/** One look at one ticket. `scanId` stays the same however often it is sent, so that asking again repeats the answer. */
export type Question = Standing & {
  userId: number | undefined;
  ticketId: number | undefined;
  /** The whole text of the code; none when the number was typed by hand, which makes it an audited manual entry. */
  code: string | undefined;
  /** Let in with a ticket of another event, on purpose. */
  admitOtherEvent: boolean;
  scanId: string;
};

/** What a decoded code asks. */
export function questionOf(text: string, standing: Standing): Question {
  const { userId, ticketId } = parseQrText(text);
  return { ...standing, userId, ticketId, code: text.slice(0, LONGEST_CODE), admitOtherEvent: false, scanId: crypto.randomUUID() };
}

/** What a ticket's number typed by hand asks. */
export const manualQuestion = (ticketId: number, standing: Standing): Question => ({
  ...standing,
  userId: undefined,
  ticketId,
  code: undefined,
  admitOtherEvent: false,
  scanId: crypto.randomUUID(),
});

/** The second press: the same ticket, admitted although it is of another event. */
export const pressedAgain = (question: Question): Question => ({ ...question, admitOtherEvent: true, scanId: crypto.randomUUID() });

/**
 * Spec §4: the ids are read, the guest is fetched, then the decision is sent by itself. A number typed by hand names no guest: the answer
 * does. Each call may take 3 s. Never throws.
 */
export async function askDecision(api: Api, { userId, ticketId, code, scanId, ...question }: Question): Promise<Verdict> {
  if (code !== undefined && userId === undefined) return { kind: 'undecided', trouble: 'no_user_id' };
  if (ticketId === undefined) return { kind: 'undecided', trouble: 'no_ticket_id' };
  let guest: DoorGuest | undefined;
  try {
    guest = userId === undefined ? undefined : readGuest(await inTime((signal) => api.accounts.guest({ id: userId }, { signal })));
    if (userId !== undefined && !guest) return { kind: 'undecided', trouble: 'guest_failed', ticketId };
  } catch (error) {
    return { kind: 'undecided', trouble: isNetworkFailure(error) ? 'network' : 'guest_failed', ticketId };
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
    // Whose ticket it is, is for the server to say.
    return { kind, ...rest, ticketId, guest: answer.guest ?? guest };
  } catch (error) {
    return verdictOfFailure(error, { ticketId, guest });
  }
}

const isNetworkFailure = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Nobody waits longer than this at the door for one answer. */
const ANSWER_MAX_MS = 3_000;

/** A call that fails as one without a network when it takes longer than 3 s. @throws ApiError with status 0 */
export async function inTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_MAX_MS);
  // The call may first wait for a new token, which the signal does not end.
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new ApiError(0, {})));
  return Promise.race([call(signal), late]);
}
