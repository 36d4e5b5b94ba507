import type { Status } from '#shared/constants.ts';

/** What staff looked at before they let someone in: after a change they look again. */
const CONFIRMED: ReadonlySet<Status> = new Set(['Verified', 'Welcomed_Guest']);

type Person = { firstName: string; lastName: string; birthdate: string };

/** Whether a change of name or birthdate sets a confirmed guest back to Pending. */
export function needsReverification(status: Status, before: Person, after: Person): boolean {
  const isSamePerson = before.firstName === after.firstName && before.lastName === after.lastName && before.birthdate === after.birthdate;
  return CONFIRMED.has(status) && !isSamePerson;
}
