import type { Holder } from './full-event.ts';

/** Returns a JSON text, followed by each of its texts decoded from base64. */
export function readableIn(json: string): string {
  const decoded: string[] = [];
  JSON.parse(json, (_, value: unknown) => {
    if (typeof value === 'string') decoded.push(Buffer.from(value, 'base64url').toString('latin1'));
    return value;
  });
  return [json, ...decoded].join('\n');
}

const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

/** Returns all values that identify a holder and the ticket. */
export const valuesOf = ({ userId, ticket, ...person }: Holder): string[] => [
  ...Object.values(person),
  person.birthdate.replaceAll('-', ''),
  String(userId),
  String(ticket.id),
  ticket.code.slice(-86),
];

/** Returns the holders' values that a text contains, plain or as UTF-8 bytes. */
export const foundIn = (readable: string, holders: readonly Holder[]): string[] =>
  holders.flatMap(valuesOf).filter((value) => readable.includes(value) || readable.includes(asBytes(value)));
