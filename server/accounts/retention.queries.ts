import { lt, or } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { passwordResets, sessions } from './accounts.table.ts';

/** Sign-ins that ended or ran out before then, with their tokens. */
export async function deletePastSessions(db: Db, before: Date): Promise<void> {
  await db.delete(sessions).where(or(lt(sessions.endedAt, before), lt(sessions.expiresAt, before)));
}

/** Links for a new password that ran out before then. */
export async function deletePastResets(db: Db, before: Date): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, before));
}
