import type { GuestView } from '#shared/accounts/account.views.ts';
import type { ScanView } from '#shared/door/door.contract.ts';
import { ApiError } from '#shared/errors.ts';

/** Why no decision could be asked for or had. The first two lie in the code, the others may pass. */
export type Trouble = 'no_user_id' | 'no_ticket_id' | 'guest_failed' | 'decision_failed' | 'ticket_unknown';

type Known = { ticketId: number; guest: GuestView };

/** What the whole screen says. `refused`: the server turned the ticket away and `error` tells why. */
export type Verdict =
  | ({ kind: 'accepted'; scan: ScanView } & Known)
  | ({ kind: 'rejected'; scan: ScanView } & Known)
  | ({ kind: 'refused'; error: ApiError } & Known)
  | ({ kind: 'undecided'; trouble: Trouble } & Partial<Known>);

/**
 * A tampered code and a ticket that is used or refunded are turned away in red. A ticket nobody knows and anything that went wrong on
 * the way (no network, ended session, server error) is no decision: the guest is not shown as admitted or refused.
 */
export function verdictOfFailure(error: unknown, known: Known): Verdict {
  if (!(error instanceof ApiError)) return { kind: 'undecided', trouble: 'decision_failed', ...known };
  if (error.body.code === 'code_tampered' || error.status === 409) return { kind: 'refused', error, ...known };
  return { kind: 'undecided', trouble: error.body.code === 'ticket_not_found' ? 'ticket_unknown' : 'decision_failed', ...known };
}

/** Whether the very same decision may be sent again; else the code has to be read anew. */
export const canRepeat = (trouble: Trouble): boolean => trouble === 'guest_failed' || trouble === 'decision_failed';

/** How loud, long and often: what the hand, the eye and the ear are told. */
export type Signal = 'accept' | 'reject' | 'undecided';
export const signalOf = ({ kind }: Verdict): Signal => {
  if (kind === 'accepted') return 'accept';
  return kind === 'undecided' ? 'undecided' : 'reject';
};
