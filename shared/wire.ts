import { z } from 'zod';

/** Schemas shared by all calls. */

const toNumber = z
  .string()
  .regex(/^-?\d{1,16}$/)
  .transform(Number);

/** A whole number in a URL. Clients pass a number, HTTP carries digits. */
export const wireInteger = (min: number, max: number) =>
  z.union([z.number(), toNumber]).pipe(z.number().int().min(min).max(max)).meta({ type: 'integer', minimum: min, maximum: max });

/** True or false in a URL. Clients pass a boolean, HTTP carries its name. */
export const wireBoolean = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** The largest id of a 32-bit column. */
export const ID_MAX = 2 ** 31 - 1;
/** Ids begin at 1, so no row has this one. */
const NO_ID = 0;

/** An id of an order, a payment, a refund, a ticket, a scan, a mail, an enquiry, an alert or a log entry, and a cursor of any list. */
export const wireLongId = wireInteger(1, Number.MAX_SAFE_INTEGER);

/**
 * Any other id: a user's, an event's, a ticket type's, a picture's, a note's. On the wire every id is a positive safe integer; one larger
 * than its column does not exist, and is answered like any unknown id.
 */
export const wireId = wireLongId.transform((id) => (id > ID_MAX ? NO_ID : id));

export const jsonLongId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const jsonId = z.number().int().min(1).max(ID_MAX);

/** Returns true for years that every database and calendar can store. */
const isOfOurTime = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1900 && year < 3000;
};

/** What `isOfOurTime` allows, for the documentation. */
export const TIME_META = { format: 'date-time', pattern: '^(?:19|2[0-9])[0-9]{2}-' };

/** `2026-11-21T23:00:00+04:00` */
export const wireTime = z.iso.datetime({ offset: true }).refine(isOfOurTime).meta(TIME_META);

/** A `wireTime` in a query, where a plain `+` arrives as a space. */
export const queryTime = z
  .string()
  .transform((text) => text.replace(' ', '+'))
  .pipe(wireTime)
  .meta(TIME_META);

/** `YYYY-MM-DD` */
export const wireDay = z.iso.date();

/** GEL as a JSON number. */
export const gel = z.number().min(0);

export const empty = z.object({});

/** The body of every refusal; `errors` maps a field to one translation key. */
export const ErrorView = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  challenge: z.string().optional(),
  kinds: z.array(z.string()).optional(),
});

/**
 * Line breaks, tabs, control characters and marks of writing direction are not allowed in a name or a link. Written out, because the API's
 * documentation is read by programs without `\p{Bidi_Control}`.
 */
const LINE = String.raw`[^\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*`;

export const ONE_LINE = new RegExp(`^${LINE}$`);

/** `ONE_LINE` for the documentation of a text that is trimmed before validation. */
export const TRIMMED_LINE = String.raw`^[ \t\n\r]*${LINE}[ \t\n\r]*$`;

/**
 * A text of any number of lines, for the documentation: the server refuses control characters in every input
 * (server/platform/http/request-facts.ts).
 */
export const PLAIN_TEXT = String.raw`^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]*$`;
