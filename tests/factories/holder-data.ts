import type { Holder } from './full-event.ts';

/** A JSON text, and what each of its texts says as base64. */
export function readableIn(json: string): string {
  const decoded: string[] = [];
  JSON.parse(json, (_, value: unknown) => {
    if (typeof value === 'string') decoded.push(Buffer.from(value, 'base64url').toString('latin1'));
    return value;
  });
  return [json, ...decoded].join('\n');
}

const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

/** All that identifies a holder and the ticket. */
export const valuesOf = ({ userId, ticket, ...person }: Holder): string[] => [
  ...Object.values(person),
  person.birthdate.replaceAll('-', ''),
  String(userId),
  String(ticket.id),
  ticket.code.slice(-86),
];

/** The values of holders that a text holds, as they are or as UTF-8 bytes. */
export const foundIn = (readable: string, holders: readonly Holder[]): string[] =>
  holders.flatMap(valuesOf).filter((value) => readable.includes(value) || readable.includes(asBytes(value)));
