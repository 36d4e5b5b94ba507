import { z } from 'zod';
import { isCode } from '#shared/promo-codes/promo-code-text.ts';
import { jsonId, ONE_LINE, TIME_META, TRIMMED_LINE, wireTime } from '#shared/wire.ts';

const OWNER_MAX = 80;
const USES_MAX = 10_000;
/** The most codes that one call creates, and that an event has. */
const CODES_A_CALL = 200;
export const PROMO_CODES_AN_EVENT = 1_000;

const number = (max: number, key: string) => z.number(key).int(key).min(1, key).max(max, key);
const uses = number(USES_MAX, 'validation.code_uses_format').nullable();
const moment = z
  .string()
  .refine((text) => wireTime.safeParse(text).success, 'validation.moment_format')
  .meta(TIME_META)
  .nullable();

const rules = {
  /** Who hands it out. */
  owner: z.string().trim().max(OWNER_MAX, 'validation.too_long').regex(ONE_LINE, 'validation.one_line').meta({ pattern: TRIMMED_LINE }),
  uses,
  usesPerPerson: uses,
  validFrom: moment,
  validUntil: moment,
};
type Window = { validFrom: string | null; validUntil: string | null };
const isInOrder = ({ validFrom, validUntil }: Window): boolean =>
  validFrom === null || validUntil === null || Date.parse(validFrom) < Date.parse(validUntil);
const order = { path: ['validUntil'], error: 'validation.window_order' };

/** A code as staff change it. `uses`: places in total, null for as many as its ticket type has. */
export const PromoCodeRules = z.object(rules).refine(isInOrder, order);
export type PromoCodeRules = z.infer<typeof PromoCodeRules>;

/** New codes for one ticket type: one with this text, or several generated ones. */
export const NewPromoCodes = z
  .object({
    ticketTypeId: jsonId,
    code: z.string().trim().refine(isCode, 'validation.code_format').nullable(),
    count: number(CODES_A_CALL, 'validation.code_count_format'),
    ...rules,
  })
  .refine(isInOrder, order)
  .refine(({ code, count }) => code === null || count === 1, { path: ['count'], error: 'validation.code_count_format' });
export type NewPromoCodes = z.infer<typeof NewPromoCodes>;
