import { findUserById } from '#server/accounts/accounts.queries.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import type { NewsletterChoice } from '#shared/accounts/newsletter.contract.ts';
import type { Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { endNewsletter, startNewsletter } from './newsletter.queries.ts';
import { userOfUnsubscribeToken } from './unsubscribe-token.ts';

/**
 * The caller's yes or no to the newsletter. A yes is stored with its moment and the language in which it was asked, and needs a proved
 * address: otherwise somebody else could say yes for the mailbox. @throws unauthorized, email_not_proved
 */
export async function chooseNewsletter(ctx: Context, { isWanted }: NewsletterChoice, language: Language): Promise<NewsletterChoice> {
  const { userId } = requireUser(ctx);
  const user = await findUserById(ctx.db, userId);
  if (!user) throw new AppError('unauthorized');
  if (isWanted && user.emailProvedAt === null) throw new AppError('email_not_proved');
  await (isWanted ? startNewsletter(ctx.db, userId, ctx.clock.now(), language) : endNewsletter(ctx.db, userId));
  return { isWanted };
}

/** Takes the yes back with the link of a newsletter. Nobody learns from it if there is such a link. */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const userId = userOfUnsubscribeToken(ctx.keys, token);
  if (userId !== undefined) await endNewsletter(ctx.db, userId);
}
