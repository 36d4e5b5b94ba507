import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';

export const NewsletterChoice = z.object({ isWanted: z.boolean() });
export type NewsletterChoice = z.infer<typeof NewsletterChoice>;

/** `mayWait`: also stores the consent of an unverified address, which counts once the address is verified. */
export const NewsletterInput = NewsletterChoice.extend({ mayWait: z.boolean().optional() });
export type NewsletterInput = z.infer<typeof NewsletterInput>;

export const newsletterContract = {
  choose: endpoint('PUT', '/auth/me/newsletter', 'user', {
    summary:
      'Says yes or no to the newsletter; a yes needs a verified address, or `mayWait` until it is; a repeated one keeps the first moment',
    body: NewsletterInput,
    output: NewsletterChoice,
    errors: ['email_not_proved'],
  }),
};
