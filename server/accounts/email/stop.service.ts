import { lockUserById } from '#server/accounts/accounts.queries.ts';
import { recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { EMAIL_CHANGE_WAIT_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { hasDismissed, consumeDueChange } from './email-change.queries.ts';
import { accountOfStopToken, isStopToken } from './stop-token.ts';

/** Stops a change that staff made of a verified address, with the link mailed there. @throws invalid_token, also when no change waits */
export function stopEmailChange(ctx: Context, { token }: { token: string }): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const id = accountOfStopToken(token);
    const user = id === undefined ? undefined : await lockUserById(tx.db, id);
    if (!user || !isStopToken(tx.keys, token, user)) throw new AppError('invalid_token');
    if (!(await stopWaitedChange(tx, user.id))) throw new AppError('invalid_token');
    return {};
  });
}

const KIND = 'email_change_stopped';
const subjectOf = (userId: number): string => `guest ${userId}`;

/** Ends a change that staff made of a verified address, on behalf of its reader, and alerts the Owners. Returns false if there was none. */
export async function stopWaitedChange(tx: Context, userId: number): Promise<boolean> {
  if (!(await consumeDueChange(tx.db, userId, tx.clock.now()))) return false;
  await recordSecurityEvent(tx, KIND, userId);
  const detail = `The reader of the verified address of guest ${userId} stopped a change of it that a member of staff had begun. The audit log names who.`;
  await raiseAlert(tx, { kind: KIND, subject: subjectOf(userId), detail });
  return true;
}

/**
 * Refuses another change while the alert about the stopped one is open, and for 48 hours to the staff member who dismissed it: no one can
 * override a stop alone. @throws email_change_stopped
 */
export async function refuseStopped(tx: Context, userId: number): Promise<void> {
  const subject = subjectOf(userId);
  const stopped = await findOpenAlerts(tx.db, KIND);
  if (stopped.some((alert) => alert.subject === subject)) throw new AppError('email_change_stopped');
  const since = new Date(tx.clock.now().getTime() - EMAIL_CHANGE_WAIT_MS);
  const { userId: staffId } = requireUser(tx);
  if (await hasDismissed(tx.db, { staffId, kind: KIND, subject, since })) throw new AppError('email_change_stopped');
}
