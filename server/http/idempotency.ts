import { and, eq, isNull, lt } from 'drizzle-orm';
import { createHmac } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { Context } from '#server/context.ts';
import { idempotencyKeys } from './idempotency.table.ts';

/** A command that died half-way frees its key after this. */
const ABANDONED_AFTER_MS = 60_000;
const RETRY_AFTER_SECONDS = 1;

type Call = { caller: string; call: string; key: string; input: unknown };

/**
 * Runs a creating command once per `Idempotency-Key`: the same key and input answer what the first one answered, another
 * input is refused, a failed command frees the key. @throws idempotency_reused, idempotency_running
 */
export async function runOnce<T>(ctx: Context, call: Call, command: () => Promise<T>): Promise<T> {
  // Keyed, because an input may hold a password.
  const inputHash = createHmac('sha256', ctx.keys.inputDigest).update(JSON.stringify(call.input)).digest('base64url');
  const row = { caller: call.caller, call: call.call, key: call.key };
  const mine = and(eq(idempotencyKeys.caller, row.caller), eq(idempotencyKeys.call, row.call), eq(idempotencyKeys.key, row.key));
  const now = ctx.clock.now();

  await ctx.db
    .delete(idempotencyKeys)
    .where(and(mine, isNull(idempotencyKeys.status), lt(idempotencyKeys.createdAt, new Date(now.getTime() - ABANDONED_AFTER_MS))));
  const claimed = await ctx.db
    .insert(idempotencyKeys)
    .values({ ...row, inputHash, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (claimed.length === 0) {
    const [first] = await ctx.db.select().from(idempotencyKeys).where(mine);
    if (!first || first.status === null) throw new AppError('idempotency_running', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (first.inputHash !== inputHash) throw new AppError('idempotency_reused');
    return storedAnswer<T>(first.body);
  }
  const answer = await command().catch(async (error: unknown) => {
    await ctx.db.delete(idempotencyKeys).where(mine);
    throw error;
  });
  // What was done stays done: a failure here must not free the key.
  await ctx.db.update(idempotencyKeys).set({ status: 200, body: answer }).where(mine);
  return answer;
}

/** The stored body is what the same endpoint answered before, so it has that endpoint's type. */
const storedAnswer = <T>(body: unknown): T => body as T;

const KEPT_MS = 24 * 60 * 60_000;

/** Answers are kept for a day: long enough for any client that tries again. */
export async function forgetOldAnswers(ctx: Context): Promise<void> {
  await ctx.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(ctx.clock.now().getTime() - KEPT_MS)));
}
