import { VISIBLE } from '#shared/names.ts';

/** The progress of an enquiry: unread, being handled, answered, or closed. */
export const ENQUIRY_STATES = ['new', 'open', 'answered', 'closed'] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

export type EnquiryKind = 'rental' | 'dj';

/** The fields of each form in wire order, with their labels. */
export const enquiryFields = {
  rental: { name: 'Name', email: 'Email', eventDescription: 'Event Description' },
  dj: {
    fullName: 'Full Name',
    stageName: 'Stage Name',
    socialLink: 'Social Network Link',
    musicLink: 'Music Platform Link',
    motivation: 'Motivation',
  },
} as const satisfies Record<EnquiryKind, Record<string, string>>;

export type EnquiryField<K extends EnquiryKind> = keyof (typeof enquiryFields)[K] & string;
export type EnquiryPart = { field: string; label: string; value: string };

/** Spec §7: an enquiry is sent as one string, its labelled parts joined by `||`. */
const SEPARATOR = '||';

/**
 * Returns the string to send. Inside a value every `|` before another one, or at the end, gets a space after it, so that `||` only
 * separates parts.
 */
export function joinEnquiry<K extends EnquiryKind>(kind: K, form: Record<EnquiryField<K>, string>): string {
  const values = new Map<string, string>(Object.entries(form));
  const fields = Object.entries(enquiryFields[kind]);
  return fields.map(([field, label]) => `${label}: ${withoutSeparator(values.get(field) ?? '')}`).join(SEPARATOR);
}

const withoutSeparator = (value: string): string => value.trim().replaceAll(/\|(?=\||$)/g, '| ');

/**
 * Splits a string into the parts that its form joined; undefined if it has another format. A `||` that is not followed by the next label
 * belongs to the value, for clients that join without escaping.
 */
export function splitEnquiry(kind: EnquiryKind, text: string): EnquiryPart[] | undefined {
  const awaited = Object.entries(enquiryFields[kind]);
  const parts: EnquiryPart[] = [];
  for (const piece of text.split(SEPARATOR)) {
    const [field, label] = awaited[parts.length] ?? [];
    const last = parts.at(-1);
    if (field && label && piece.trimStart().startsWith(`${label}:`)) {
      parts.push({ field, label, value: piece.trimStart().slice(label.length + 1) });
    } else if (last) last.value += SEPARATOR + piece;
    else return undefined;
  }
  if (parts.length < awaited.length) return undefined;
  return parts.map((part) => ({ ...part, value: part.value.trim() }));
}

/** Returns the value of a field; empty if it is missing or the text has no parts. */
export const valueOfPart = (parts: EnquiryPart[] | undefined, field: string): string =>
  parts?.find((part) => part.field === field)?.value ?? '';

/**
 * Returns true if only labels were written, or a required part is blank: a labelled part without a value or left out, or one of as many
 * parts as the form has. A text joined in another way has no parts to check and is blank only as a whole.
 */
export function isBlankEnquiry(kind: EnquiryKind, text: string): boolean {
  const labels = Object.values(enquiryFields[kind]);
  const pieces = text.split(SEPARATOR);
  if (!VISIBLE.test(text.replaceAll('|', '')) || pieces.every(isBlankPiece)) return true;
  const parts = splitEnquiry(kind, text);
  if (parts) return parts.some(({ value }) => !VISIBLE.test(value));
  if (pieces.length === labels.length) return pieces.some(isBlankPiece);
  return pieces.length > 1 && pieces.length < labels.length && pieces.every((piece) => startsWithLabel(piece, labels));
}

/** A text without a visible character, or a label with none after it: `E-mail: `. */
const isBlankPiece = (piece: string): boolean => !VISIBLE.test(piece) || /^\s*[\p{L} -]{0,40}:[\s\p{C}]*$/u.test(piece);

const startsWithLabel = (piece: string, labels: readonly string[]): boolean =>
  labels.some((label) => piece.trimStart().startsWith(`${label}:`));
