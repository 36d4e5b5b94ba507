import { z } from 'zod';
import { ONE_LINE, TRIMMED_LINE } from '#shared/wire.ts';

const NAME_MAX = 60;
const CODE_MAX = 60;

/** Six digits from an authenticator app, or a recovery code; spaces, dashes and letter case are ignored. */
const code = z
  .string('validation.code_required')
  .trim()
  .min(1, 'validation.code_required')
  .max(CODE_MAX, 'validation.too_long')
  .regex(ONE_LINE, 'validation.invalid')
  .meta({ pattern: TRIMMED_LINE });
export const CodeInput = z.object({ code });

export const NewFactorInput = z.object({
  name: z
    .string('validation.factor_name_required')
    .trim()
    .min(1, 'validation.factor_name_required')
    .max(NAME_MAX, 'validation.too_long')
    .regex(ONE_LINE, 'validation.invalid')
    .meta({ pattern: TRIMMED_LINE }),
});
