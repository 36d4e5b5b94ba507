import { z } from 'zod';
import { FIRST_TICKET_TYPE, parseTicketType, type TicketTypePart, type TypedTicketType } from '#shared/site-texts/ready-ticket-types.ts';
import type { UsualEvent } from '#shared/staff/events.contract.ts';
import { GUESTS_KNOWN, type GuestsKnown, guestsKnownOf, settingsOf } from '#shared/tickets/claims.ts';
import { writePrice } from '#shared/staff/ticket-types.schemas.ts';
import { useStoredDraft } from '#web/staff/components/staff-form.ts';

const text = z.string();
const ExtrasDraft = z.object({
  guestsKnown: z.enum(GUESTS_KNOWN),
  ticketTypes: z.array(z.object({ nameLat: text, name: text, price: text, allocation: text })),
});

export const ticketTypeId = (row: number, part: TicketTypePart): string => `ticket-type-${row}-${part}`;

/** The ticket types that the club keeps ready, or one that only needs its price. */
function firstTicketTypes({ ticketTypes, capacity }: UsualEvent): TypedTicketType[] {
  if (ticketTypes.length === 0) return [{ ...FIRST_TICKET_TYPE, price: '', allocation: String(capacity) }];
  return ticketTypes.map(({ name, nameLat, price, allocation }) => ({
    name,
    nameLat,
    price: writePrice(price),
    allocation: String(allocation),
  }));
}

/** A name that is missing in one language is that of the other. */
const parsed = (row: TypedTicketType) =>
  parseTicketType({ ...row, name: row.name.trim() || row.nameLat, nameLat: row.nameLat.trim() || row.name });

/** Further fields of a new event: whom its tickets must name, and its ticket types. They survive a reload. */
export function useExtras(usual: UsualEvent) {
  const fresh = { guestsKnown: guestsKnownOf(usual), ticketTypes: firstTicketTypes(usual) };
  const { value, isRestored, change, reset } = useStoredDraft('night-new-extras', ExtrasDraft, fresh);
  const rows = value.ticketTypes.map(parsed);
  const ticketTypes = rows.flatMap(({ data }) => data ?? []);
  return {
    ...value,
    setGuestsKnown: (guestsKnown: GuestsKnown) => change({ ...value, guestsKnown }),
    setTicketTypes: (next: TypedTicketType[]) => change({ ...value, ticketTypes: next }),
    /** The first wrong part of each ticket type, with a key of `forms`. */
    problems: rows.flatMap(({ error }, row) => {
      const [issue] = error?.issues ?? [];
      return issue ? [{ id: ticketTypeId(row, partOf(issue.path[0])), key: issue.message }] : [];
    }),
    /** The part of the call's body. */
    sent: { ...settingsOf(value.guestsKnown), ticketTypes },
    isSelling: ticketTypes.some(({ price }) => price !== null),
    isRestored,
    isDirty: JSON.stringify(value) !== JSON.stringify(fresh),
    forget: () => reset(fresh),
  };
}

const partOf = (name: PropertyKey | undefined): TicketTypePart =>
  name === 'nameLat' || name === 'price' || name === 'allocation' ? name : 'name';
