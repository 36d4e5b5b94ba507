import { z } from 'zod';
import { EMAIL_META, isAccountEmail } from '#shared/accounts/account.schemas.ts';
import { LANGUAGES, STATUSES } from '#shared/constants.ts';
import { ALBUMS } from '#shared/gallery/pictures.ts';
import { CAPTION_MAX } from '#shared/gallery/uploads.ts';
import { jsonId, jsonLongId, TIME_META, wireTime } from '#shared/wire.ts';

/** The maximum lengths of staff's texts: a reason, and a note about a guest. */
export const REASON_MAX = 500;
export const NOTE_MAX = 2_000;

/** Guests of one status are counted up to this number, which is more than a desk can handle. */
export const GUESTS_COUNTED = 1_000;

const NAME_MAX = 100;
const SUBJECT_MAX = 150;
const ENQUIRY_TEXT_MAX = 5_000;
const TICKETS_MAX = 1_000;
/** The maximum of complimentary tickets in one order. */
const COMPLIMENTARY_MAX = 20;

const required = (max: number, key: string) => z.string(key).trim().min(1, key).max(max, 'validation.too_long');

/** The reason of a command. It is stored with the command, and the guest reads the reason of a refund. */
const reason = required(REASON_MAX, 'validation.reason_required');
export const ReasonInput = z.object({ reason });

export const GuestNoteInput = z.object({ text: required(NOTE_MAX, 'validation.note_required') });

/** `until` is null for a ban without an end. */
export const BanInput = z.object({ reason, until: wireTime.nullable() });

const status = z.enum(STATUSES);

/** `from` is the status that was seen: if it has changed, the command is a conflict. The guest reads the reason only with `sendReason`. */
export const StatusChange = z.object({
  status,
  tellGuest: z.boolean(),
  from: status.optional(),
  reason: z.string().trim().max(REASON_MAX, 'validation.too_long').optional(),
  sendReason: z.boolean().optional(),
});
export type StatusChange = z.output<typeof StatusChange>;

const enquiryText = (max: number) => required(max, 'validation.message_required');
export const EnquiryNoteInput = z.object({ text: enquiryText(ENQUIRY_TEXT_MAX) });
export const EnquiryReplyInput = z.object({
  subject: enquiryText(SUBJECT_MAX),
  text: enquiryText(ENQUIRY_TEXT_MAX),
  language: z.enum(LANGUAGES),
});

/** A refund of these tickets, or of all that are left; a used ticket only with `evenIfUsed`. */
export const RefundInput = z.object({
  tickets: z.array(jsonLongId).min(1).max(TICKETS_MAX).optional(),
  reason,
  evenIfUsed: z.boolean().optional(),
});

export const PAYMENT_DECISIONS = ['issue', 'refund', 'close'] as const;
export const PaymentDecision = z.object({ decision: z.enum(PAYMENT_DECISIONS), reason });

const caption = z.string('validation.invalid').trim().max(CAPTION_MAX, 'validation.too_long');

/** Staff's data of a picture; omitted fields stay. */
export const PictureInput = z.object({
  caption: caption.optional(),
  captionKa: caption.optional(),
  isShown: z.boolean('validation.invalid').optional(),
  album: z.enum(ALBUMS, 'validation.invalid').optional(),
});
export type PictureInput = z.infer<typeof PictureInput>;

/** Tickets for a named guest. Without a release the places count in the capacity only. */
export const ComplimentaryInput = z.object({
  firstName: required(NAME_MAX, 'validation.first_name_required'),
  lastName: required(NAME_MAX, 'validation.last_name_required'),
  email: z.string().trim().min(1, 'validation.email_required').refine(isAccountEmail, 'validation.invalid_email').meta(EMAIL_META),
  language: z.enum(LANGUAGES),
  quantity: z
    .number('validation.quantity_format')
    .int('validation.quantity_format')
    .min(1, 'validation.quantity_format')
    .max(COMPLIMENTARY_MAX, 'validation.quantity_format'),
  releaseId: jsonId.nullable(),
  reason,
});
export type ComplimentaryInput = z.infer<typeof ComplimentaryInput>;

const RELEASE_NAME_MAX = 80;
const PRICE_MAX_GEL = 10_000;
/** In GEL. */
const TETRI = 0.01;
const QUOTA_MAX = 10_000;

const name = z.string().trim().min(1, 'validation.release_name_required').max(RELEASE_NAME_MAX, 'validation.too_long');

const moment = z
  .string()
  .refine((text) => wireTime.safeParse(text).success, 'validation.moment_format')
  .meta(TIME_META);

/** A release as staff write it; without a price it cannot be bought yet. */
export const ReleaseInput = z
  .object({
    name,
    nameLat: name,
    price: z
      .number('validation.price_format')
      .min(0, 'validation.price_format')
      .max(PRICE_MAX_GEL, 'validation.price_format')
      .multipleOf(TETRI, 'validation.price_format')
      .nullable(),
    quota: z
      .number('validation.quota_format')
      .int('validation.quota_format')
      .min(0, 'validation.quota_format')
      .max(QUOTA_MAX, 'validation.quota_format'),
    onSaleFrom: moment.nullable(),
    onSaleUntil: moment.nullable(),
  })
  .refine(
    ({ onSaleFrom, onSaleUntil }) => onSaleFrom === null || onSaleUntil === null || Date.parse(onSaleFrom) < Date.parse(onSaleUntil),
    {
      path: ['onSaleUntil'],
      error: 'validation.window_order',
    },
  );
export type ReleaseInput = z.infer<typeof ReleaseInput>;

/** Reads `35`, `35.5` or `35,50` in GEL; null for an empty text, undefined for anything else. */
export function readPrice(text: string): number | null | undefined {
  const written = text.trim();
  if (written === '') return null;
  if (!/^\d{1,6}([.,]\d{1,2})?$/.test(written)) return undefined;
  return Number(written.replace(',', '.'));
}

/** The price as it is written in a form. */
export const writePrice = (gel: number | null): string => (gel === null ? '' : gel.toFixed(2).replace(/\.00$/, ''));
