import { isAdmitted } from '#shared/accounts/account-rules.ts';
import type { Status } from '#shared/constants.ts';
import { HOUR_MS } from '#shared/durations.ts';

/**
 * Whom a ticket of an event must name: nobody, because the code alone admits; a guest with an account (`named`); or a guest whom the club
 * has verified. An event for verified guests only is always `verified`.
 */
export const GUESTS_KNOWN = ['nobody', 'named', 'verified'] as const;
export type GuestsKnown = (typeof GUESTS_KNOWN)[number];

type Event = { verifiedOnly: boolean; namesRequired: boolean };

export const guestsKnownOf = ({ verifiedOnly, namesRequired }: Event): GuestsKnown =>
  verifiedOnly ? 'verified' : namesRequired ? 'named' : 'nobody';

/** The two settings that make it. */
export const settingsOf = (known: GuestsKnown): Event => ({ verifiedOnly: known === 'verified', namesRequired: known === 'named' });

/**
 * Whose a ticket is: `bearer` is anyone's who has the code. `unclaimed` waits in its buyer's account for a guest, `waiting` for the
 * verification of the guest who claimed it; both have no code. `claimed` is one guest's.
 */
export const CLAIMS = ['bearer', 'unclaimed', 'waiting', 'claimed'] as const;
export type Claim = (typeof CLAIMS)[number];

export const hasCode = (claim: Claim): boolean => claim === 'bearer' || claim === 'claimed';

/** The claim of a ticket that this guest gets for an own place. */
export function claimFor(known: GuestsKnown, status: Status): Claim {
  if (known === 'nobody') return 'bearer';
  return known === 'named' || isAdmitted(status) ? 'claimed' : 'waiting';
}

/**
 * The most places that one person may buy: once friends can claim no more, only the own one. `now` is when, `hours` those of `claimEnd`.
 */
export const ticketsPerPersonAt = (
  event: Event & { startsAt: Date; ticketsPerPerson: number },
  { now, hours }: { now: Date; hours: number },
) => (guestsKnownOf(event) !== 'nobody' && now >= claimEnd(event.startsAt, hours) ? 1 : event.ticketsPerPerson);

/** When the unclaimed tickets of an event can no longer be claimed with a link: hours before its doors, as the club set it. */
export const claimEnd = (startsAt: Date, hours: number): Date => new Date(startsAt.getTime() - hours * HOUR_MS);
