import type { GuestView } from '#shared/accounts/account.views.ts';
import type { Api } from '#shared/api.ts';
import { parseQrText } from '#shared/door/qr-text.ts';
import { verdictOfFailure, type Verdict } from './verdict.ts';

/** The call takes no longer one; ours has about 130 characters. */
const LONGEST_CODE = 500;

/** One look at one ticket. `scanId` stays the same however often it is sent, so that asking again repeats the answer. */
export type Question = {
  userId: number | undefined;
  ticketId: number | undefined;
  code: string | undefined;
  isReject: boolean;
  scanId: string;
};

/** What a decoded code asks. */
export function questionOf(text: string, isReject: boolean): Question {
  const { userId, ticketId } = parseQrText(text);
  return { userId, ticketId, code: text.slice(0, LONGEST_CODE), isReject, scanId: crypto.randomUUID() };
}

/** What two ids typed by hand ask: the same, without a code, which makes it an audited manual entry. */
export const manualQuestion = (ids: { userId: number; ticketId: number }, isReject: boolean): Question => ({
  ...ids,
  code: undefined,
  isReject,
  scanId: crypto.randomUUID(),
});

/** Spec §4: the ids are read, the guest is fetched, then the decision is sent by itself. Never throws. */
export async function askDecision(api: Api, question: Question): Promise<Verdict> {
  const { userId, ticketId, code, isReject, scanId } = question;
  if (userId === undefined) return { kind: 'undecided', trouble: 'no_user_id' };
  if (ticketId === undefined) return { kind: 'undecided', trouble: 'no_ticket_id' };
  const guest = await guestOf(api, userId);
  if (!guest) return { kind: 'undecided', trouble: 'guest_failed', ticketId };
  const known = { ticketId, guest };
  try {
    const scan = await api.door.scan({ body: { isReject, ticketId, ...(code !== undefined && { code }), scanId } });
    // Whose ticket it is, is for the server to say: ids typed by hand need not belong together.
    return { kind: scan.result, scan, ticketId, guest: scan.guest };
  } catch (error) {
    return verdictOfFailure(error, known);
  }
}

const guestOf = (api: Api, id: number): Promise<GuestView | undefined> => api.accounts.guest({ id }).catch(() => undefined);
