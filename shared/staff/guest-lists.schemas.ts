import { z } from 'zod';
import { EMAIL_META } from '#shared/accounts/account.schemas.ts';
import { isAccountEmail } from '#shared/accounts/account-rules.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { ALLOCATION_MAX, NOTE_MAX, PERSON_NAME_MAX, PLUS_ONES_MAX } from '#shared/guest-lists/entry-limits.ts';
import { isWithoutLink } from '#shared/names.ts';
import { ONE_LINE, TIME_META, TRIMMED_LINE, wireTime } from '#shared/wire.ts';

const LIST_NAME_MAX = 80;
const DOOR_PRICE_MAX_GEL = 1_000;
/** In GEL. */
const TETRI = 0.01;
/** The most names that one call adds, and that one list has. */
const NAMES_A_CALL = 300;
export const NAMES_A_LIST = 500;
/** The most tickets that one call mails: their places are taken under one lock. */
const EMAILS_A_CALL = 40;

const oneLine = (max: number, key: string) =>
  z.string(key).trim().min(1, key).max(max, 'validation.too_long').regex(ONE_LINE, 'validation.one_line').meta({ pattern: TRIMMED_LINE });

/** One line of a name, which may be empty. */
const shortLine = (max: number) =>
  z
    .string('validation.entry_last_name')
    .trim()
    .max(max, 'validation.too_long')
    .regex(ONE_LINE, 'validation.one_line')
    .meta({ pattern: TRIMMED_LINE })
    .refine(isWithoutLink, 'validation.name_link');

/** Staff type only the time of day. */
const moment = z
  .string()
  .refine((text) => wireTime.safeParse(text).success, 'validation.time_format')
  .meta(TIME_META);

/** A guest list as staff write it: its owner, how many people it admits, until when, and what they pay at the door. */
export const GuestListInput = z.object({
  name: oneLine(LIST_NAME_MAX, 'validation.list_name_required'),
  allocation: z
    .number('validation.list_allocation_format')
    .int('validation.list_allocation_format')
    .min(1, 'validation.list_allocation_format')
    .max(ALLOCATION_MAX, 'validation.list_allocation_format'),
  freeUntil: moment.nullable(),
  /** In GEL per person; null means free entry. A change without it leaves it as it is. */
  price: z
    .number('validation.door_price_format')
    .min(TETRI, 'validation.door_price_format')
    .max(DOOR_PRICE_MAX_GEL, 'validation.door_price_format')
    .multipleOf(TETRI, 'validation.door_price_format')
    .nullable()
    .optional(),
  /**
   * How many tickets the list may mail without `tickets.give`: by staff who edit it, and through its link. Only callers with that right
   * change it.
   */
  mailedTickets: z
    .number('validation.mailed_tickets_format')
    .int('validation.mailed_tickets_format')
    .min(0, 'validation.mailed_tickets_format')
    .max(ALLOCATION_MAX, 'validation.mailed_tickets_format')
    .optional(),
});
export type GuestListInput = z.infer<typeof GuestListInput>;

const plusOnes = z
  .number('validation.plus_ones_format')
  .int('validation.plus_ones_format')
  .min(0, 'validation.plus_ones_format')
  .max(PLUS_ONES_MAX, 'validation.plus_ones_format');

export const PlusOnesInput = z.object({ plusOnes });

/** A guest list entry with `plusOnes` more people. With an `email`, a complimentary ticket is mailed at once; it is one of these places. */
export const GuestListEntryInput = z.object({
  firstName: oneLine(PERSON_NAME_MAX, 'validation.entry_first_name').refine(isWithoutLink, 'validation.name_link'),
  /** Empty for a name of one word. */
  lastName: shortLine(PERSON_NAME_MAX),
  plusOnes,
  /** The note about the guest, such as "press". */
  note: shortLine(NOTE_MAX).optional(),
  email: z.string().trim().refine(isAccountEmail, 'validation.invalid_email').meta(EMAIL_META).optional(),
});
export type GuestListEntryInput = z.infer<typeof GuestListEntryInput>;

export const GuestListEntriesInput = z.object({
  entries: z
    .array(GuestListEntryInput, 'validation.entries_required')
    .min(1, 'validation.entries_required')
    .max(NAMES_A_CALL, 'validation.entries_many')
    .refine((entries) => entries.filter(({ email }) => email !== undefined).length <= EMAILS_A_CALL, 'validation.entries_emails'),
  /** Of the mails with the tickets; Georgian by default. */
  language: z.enum(LANGUAGES).optional(),
});
export type GuestListEntriesInput = z.infer<typeof GuestListEntriesInput>;
