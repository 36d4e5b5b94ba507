import type { Context } from '#server/platform/context.ts';
import type { Status } from '#shared/constants.ts';
import { updateUser } from './accounts.queries.ts';

/** Changes the status of a locked account, and what depends on it: tickets that wait for the verification. Mail and audit are the caller's. */
export async function setStatus(tx: Context, userId: number, status: Status): Promise<void> {
  await updateUser(tx.db, userId, { status });
  await tx.hooks.onStatusChanged(tx, userId, status);
}
