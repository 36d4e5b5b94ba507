import { TicketTypeInput, typedNumbers } from '#shared/staff/ticket-types.schemas.ts';

/** A default ticket type of new events, its fields as typed. */
const TICKET_TYPE_PARTS = ['nameLat', 'name', 'price', 'allocation'] as const;
export type TicketTypePart = (typeof TICKET_TYPE_PARTS)[number];
export type TypedTicketType = Record<TicketTypePart, string>;

/** What a new event begins with where the club keeps none ready. */
export const FIRST_TICKET_TYPE = { nameLat: 'Standard', name: 'სტანდარტული' };

export const READY_TICKET_TYPES_MAX = 10;

const SEPARATOR = '|';

/** The stored form, one line each: `Early|ადრეული|25|100`. */
export const writeTicketTypes = (rows: readonly TypedTicketType[]): string =>
  rows.map((row) => TICKET_TYPE_PARTS.map((part) => row[part].replaceAll(/[|\n]/g, ' ')).join(SEPARATOR)).join('\n');

export const ticketTypeRows = (text: string): TypedTicketType[] =>
  text === ''
    ? []
    : text.split('\n').map((line) => {
        const [nameLat = '', name = '', price = '', allocation = ''] = line.split(SEPARATOR);
        return { nameLat, name, price, allocation };
      });

/** Trims values and removes empty rows. */
export function tidyTicketTypes(text: string): string {
  const rows = ticketTypeRows(text).map(({ nameLat, name, price, allocation }) => {
    return { nameLat: nameLat.trim(), name: name.trim(), price: price.trim(), allocation: allocation.trim() };
  });
  return writeTicketTypes(rows.filter((row) => TICKET_TYPE_PARTS.some((part) => row[part] !== '')));
}

export const parseTicketType = ({ price, allocation, ...names }: TypedTicketType) =>
  TicketTypeInput.safeParse({ ...names, ...typedNumbers({ price, allocation }), onSaleFrom: null, onSaleUntil: null });

/** Returns the ticket types of a text in the stored form; invalid ones are left out. */
export const readTicketTypes = (text: string): TicketTypeInput[] => ticketTypeRows(text).flatMap((row) => parseTicketType(row).data ?? []);

type TicketTypeProblem = { row: number; part: TicketTypePart; key: string };

/** Returns the first invalid value, with a key of `forms`; undefined if all are valid. */
export function ticketTypesProblem(text: string): TicketTypeProblem | undefined {
  const rows = ticketTypeRows(text);
  if (rows.length > READY_TICKET_TYPES_MAX) return { row: READY_TICKET_TYPES_MAX, part: 'nameLat', key: 'validation.too_long' };
  for (const [row, typed] of rows.entries()) {
    const issue = parseTicketType(typed).error?.issues[0];
    if (issue) return { row, part: TICKET_TYPE_PARTS.find((part) => part === issue.path[0]) ?? 'nameLat', key: issue.message };
  }
  return undefined;
}
