import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';

export const NewsletterChoice = z.object({ isWanted: z.boolean() });
export type NewsletterChoice = z.infer<typeof NewsletterChoice>;

export const newsletterContract = {
  choose: endpoint('PUT', '/auth/me/newsletter', 'user', {
    summary: 'Says yes or no to the newsletter; a yes needs a proved address, and a repeated one keeps the first moment',
    body: NewsletterChoice,
    output: NewsletterChoice,
    errors: ['email_not_proved'],
  }),
};
