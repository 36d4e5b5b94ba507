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
  try {
    const answer = await command();
    await ctx.db.update(idempotencyKeys).set({ status: 200, body: answer }).where(mine);
    return answer;
  } catch (error) {
    await ctx.db.delete(idempotencyKeys).where(mine);
    throw error;
  }
}

/** The stored body is what the same endpoint answered before, so it has that endpoint's type. */
const storedAnswer = <T>(body: unknown): T => body as T;
