import { findUserById } from '#server/accounts/accounts.queries.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import type { NewsletterChoice, NewsletterInput } from '#shared/accounts/newsletter.contract.ts';
import type { Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { endNewsletter, startNewsletter } from './newsletter.queries.ts';
import { userOfUnsubscribeToken } from './unsubscribe-token.ts';

/**
 * The caller's yes or no to the newsletter. A yes is stored with its moment and the language in which it was asked. It needs a verified
 * address, or waits for it with `mayWait`: no newsletter goes to an address before. @throws unauthorized, email_not_proved
 */
export async function chooseNewsletter(
  ctx: Context,
  { isWanted, mayWait = false }: NewsletterInput,
  language: Language,
): Promise<NewsletterChoice> {
  const { userId } = requireUser(ctx);
  const user = await findUserById(ctx.db, userId);
  if (!user) throw new AppError('unauthorized');
  if (isWanted && !mayWait && user.emailProvedAt === null) throw new AppError('email_not_proved');
  await storeChoice(ctx, userId, isWanted, language);
  return { isWanted };
}

/** Stores what somebody answered; without an answer nothing changes. */
export async function storeChoice(ctx: Context, userId: number, isWanted: boolean | undefined, language: Language): Promise<void> {
  if (isWanted === true) await startNewsletter(ctx.db, userId, ctx.clock.now(), language);
  if (isWanted === false) await endNewsletter(ctx.db, userId);
}

/** Takes the yes back with the link of a newsletter. Nobody learns from it if there is such a link. */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const userId = userOfUnsubscribeToken(ctx.keys, token);
  if (userId !== undefined) await endNewsletter(ctx.db, userId);
}
