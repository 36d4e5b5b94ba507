import { findUserById } from '#server/accounts/accounts.queries.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import type { NewsletterChoice, NewsletterInput } from '#shared/accounts/newsletter.contract.ts';
import type { Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { endNewsletter, startNewsletter } from './newsletter.queries.ts';
import { userOfUnsubscribeToken } from './unsubscribe-token.ts';

/**
 * Stores the caller's choice about the newsletter, a yes with its moment and language. A yes needs a verified address or, with `mayWait`,
 * takes effect once it is verified. @throws unauthorized, email_not_proved
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

/** Stores a choice about the newsletter; undefined changes nothing. */
export async function storeChoice(ctx: Context, userId: number, isWanted: boolean | undefined, language: Language): Promise<void> {
  if (isWanted === true) await startNewsletter(ctx.db, userId, ctx.clock.now(), language);
  if (isWanted === false) await endNewsletter(ctx.db, userId);
}

/** Ends a subscription with the link of a newsletter. The answer does not reveal whether the link is valid. */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const userId = userOfUnsubscribeToken(ctx.keys, token);
  if (userId !== undefined) await endNewsletter(ctx.db, userId);
}
