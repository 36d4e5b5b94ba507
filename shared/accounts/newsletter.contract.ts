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
      'Subscribe to the newsletter or unsubscribe; subscribing needs a verified email, or `mayWait` until it is; repeating it keeps the first time',
    body: NewsletterInput,
    output: NewsletterChoice,
    errors: ['email_not_proved'],
  }),
};
