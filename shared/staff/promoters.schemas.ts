import { z } from 'zod';
import { isRefCode, REF_CODE_TYPED } from '#shared/promoters/named-link.ts';
import { ONE_LINE, TRIMMED_LINE } from '#shared/wire.ts';

const NAME_MAX = 80;
const PER_ARRIVAL_MAX_GEL = 1_000;
const TETRI = 0.01;

const rules = {
  name: z
    .string()
    .trim()
    .min(1, 'validation.promoter_name')
    .max(NAME_MAX, 'validation.too_long')
    .regex(ONE_LINE, 'validation.one_line')
    .meta({ pattern: TRIMMED_LINE }),
  /** In GEL for each guest who came. */
  perArrival: z
    .number('validation.price_format')
    .min(0, 'validation.price_format')
    .max(PER_ARRIVAL_MAX_GEL, 'validation.price_format')
    .multipleOf(TETRI, 'validation.price_format'),
  /** Of the money of the tickets. */
  percent: z
    .number('validation.percent_format')
    .int('validation.percent_format')
    .min(0, 'validation.percent_format')
    .max(100, 'validation.percent_format'),
};

/** A promoter as staff change it. */
export const PromoterRules = z.object(rules);
export type PromoterRules = z.infer<typeof PromoterRules>;

/** `refCode`: the name in the links, which cannot be changed. */
const refCode = z.string().trim().toLowerCase().refine(isRefCode, 'validation.ref_code_format').meta({ pattern: REF_CODE_TYPED });

export const NewPromoter = z.object({ refCode, ...rules });
export type NewPromoter = z.infer<typeof NewPromoter>;
