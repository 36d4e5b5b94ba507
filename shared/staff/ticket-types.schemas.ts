import { z } from 'zod';
import { EMAIL_META } from '#shared/accounts/account.schemas.ts';
import { isAccountEmail } from '#shared/accounts/account-rules.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { jsonId, ONE_LINE, TIME_META, TRIMMED_LINE, wireTime } from '#shared/wire.ts';
import { REASON_MAX, requiredText } from './reason.schemas.ts';

const TICKET_TYPE_NAME_MAX = 80;
const PRICE_MAX_GEL = 10_000;
/** In GEL. */
const TETRI = 0.01;
const ALLOCATION_MAX = 10_000;

const name = z.string().trim().min(1, 'validation.ticket_type_name_required').max(TICKET_TYPE_NAME_MAX, 'validation.too_long');

const moment = z
  .string()
  .refine((text) => wireTime.safeParse(text).success, 'validation.moment_format')
  .meta(TIME_META);

/** A ticket type as staff write it; without a price it cannot be bought yet. */
export const TicketTypeInput = z
  .object({
    /** Sold only with a promo code; a change without this field leaves it as it is. */
    isHidden: z.boolean().optional(),
    name,
    nameLat: name,
    price: z
      .number('validation.price_format')
      .min(0, 'validation.price_format')
      .max(PRICE_MAX_GEL, 'validation.price_format')
      .multipleOf(TETRI, 'validation.price_format')
      .nullable(),
    allocation: z
      .number('validation.allocation_format')
      .int('validation.allocation_format')
      .min(0, 'validation.allocation_format')
      .max(ALLOCATION_MAX, 'validation.allocation_format'),
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
export type TicketTypeInput = z.infer<typeof TicketTypeInput>;

/** Reads `35`, `35.5`, `35,50`, `35 ₾` or `35 GEL`; null for an empty text, undefined for anything else. */
export function readPrice(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const written = trimmed.replace(/(?:₾|gel|ლარი)$/iu, '').trimEnd();
  if (!/^\d{1,6}([.,]\d{1,2})?$/.test(written)) return undefined;
  return Number(written.replace(',', '.'));
}

/** Price and allocation as they are sent. Text that is not a number is passed on as invalid, so that its field is marked. */
export const typedNumbers = ({ price, allocation }: { price: string; allocation: string }) => ({
  price: readPrice(price) ?? (price.trim() === '' ? null : -1),
  allocation: /^\d+$/.test(allocation.trim()) ? Number(allocation) : -1,
});

/** The price as written in a form. */
export const writePrice = (gel: number | null): string => (gel === null ? '' : gel.toFixed(2).replace(/\.00$/, ''));

const GUEST_NAME_MAX = 100;
/** The most complimentary tickets in one order. */
const COMPLIMENTARY_MAX = 20;

const RECEIPT_MAX = 40;

/** The number of a receipt as the register printed it. */
const receipt = requiredText(RECEIPT_MAX, 'validation.receipt_required')
  .regex(ONE_LINE, 'validation.one_line')
  .meta({ pattern: TRIMMED_LINE });

/**
 * Tickets for a named guest: complimentary with a reason, or paid at the register with a `receipt`. Without a ticket type the places count
 * only towards the capacity.
 */
export const ComplimentaryInput = z
  .object({
    firstName: requiredText(GUEST_NAME_MAX, 'validation.entry_first_name'),
    lastName: requiredText(GUEST_NAME_MAX, 'validation.entry_last_name'),
    email: z.string().trim().min(1, 'validation.guest_email_required').refine(isAccountEmail, 'validation.invalid_email').meta(EMAIL_META),
    language: z.enum(LANGUAGES),
    quantity: z
      .number('validation.quantity_format')
      .int('validation.quantity_format')
      .min(1, 'validation.quantity_format')
      .max(COMPLIMENTARY_MAX, 'validation.quantity_format'),
    ticketTypeId: jsonId.nullable(),
    /** May be empty with a receipt. */
    reason: z.string('validation.reason_required').trim().max(REASON_MAX, 'validation.too_long'),
    receipt: receipt.nullish(),
  })
  .refine(({ reason, receipt }) => reason !== '' || typeof receipt === 'string', { path: ['reason'], error: 'validation.reason_required' });
export type ComplimentaryInput = z.infer<typeof ComplimentaryInput>;
