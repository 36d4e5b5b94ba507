import type { z } from 'zod';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { DjForm, RentalForm } from '#shared/enquiries/enquiry.schemas.ts';
import type { Judge } from './enquiry-form.tsx';

/** What only a form that is filled in needs: its rules, and how it is sent. */
export { joinEnquiry };

const judgedBy =
  <F>(schema: z.ZodType<F>): Judge<F> =>
  (typed) => {
    const judged = schema.safeParse(typed);
    if (judged.success) return { fields: judged.data };
    const wrong: Record<string, string> = {};
    for (const { path, message } of judged.error.issues) wrong[path.join('.')] ??= message;
    return { wrong };
  };

export const judgeDj = judgedBy(DjForm);
export const judgeRental = judgedBy(RentalForm);
