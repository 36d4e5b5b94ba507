import { createHmac } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { AppError } from '#shared/errors.ts';
import type { Context, KeySet } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import { idempotencyKeys } from '#server/platform/platform.table.ts';

/** A command whose process died frees its key after this time. */
const ABANDONED_AFTER_MS = 60_000;
const RETRY_AFTER_SECONDS = 1;

type Call = { caller: string; call: string; key: string; input: unknown };

/**
 * Runs a command once per `Idempotency-Key`: the same key and input get the first answer, another input is refused, a failed command frees
 * the key. If the process dies, an answer of `storeAnswer` survives, or that of the last part (`inPart`); without one the command runs again
 * and must be harmless when repeated. @throws idempotency_reused, idempotency_running
 */
export async function runOnce<T>(ctx: Context, call: Call, command: (ctx: Context) => Promise<T>): Promise<T> {
  const [inputHash = '', ...earlierHashes] = [ctx.keys, ...ctx.keys.earlier].map((keys) => hashOf(keys, call.input));
  const row = { caller: call.caller, call: call.call, key: call.key };
  const ofKey = and(eq(idempotencyKeys.caller, row.caller), eq(idempotencyKeys.call, row.call), eq(idempotencyKeys.key, row.key));
  const claimedAt = ctx.clock.now();

  const isAbandoned = and(
    ofKey,
    isNull(idempotencyKeys.status),
    lt(idempotencyKeys.createdAt, new Date(claimedAt.getTime() - ABANDONED_AFTER_MS)),
  );
  await ctx.db
    .update(idempotencyKeys)
    .set({ status: 200 })
    .where(and(isAbandoned, isNotNull(idempotencyKeys.body)));
  await ctx.db.delete(idempotencyKeys).where(isAbandoned);
  const claimed = await ctx.db
    .insert(idempotencyKeys)
    .values({ ...row, inputHash, createdAt: claimedAt })
    .onConflictDoNothing()
    .returning();
  if (claimed.length === 0) {
    const [first] = await ctx.db.select().from(idempotencyKeys).where(ofKey);
    if (!first || first.status === null) throw running();
    if (![inputHash, ...earlierHashes].includes(first.inputHash)) throw new AppError('idempotency_reused');
    return storedAnswer<T>(first.body);
  }
  // An abandoned key is taken over after a minute, so the time identifies the claim.
  const mine = and(ofKey, eq(idempotencyKeys.createdAt, claimedAt));
  const keep = async (db: Db, answer: unknown): Promise<void> => {
    const kept = await db.update(idempotencyKeys).set({ status: 200, body: answer }).where(mine).returning({ key: idempotencyKeys.key });
    if (kept.length === 0) throw running();
  };
  const storePart = async (db: Db, answer: unknown): Promise<void> => {
    const isRunning = and(mine, isNull(idempotencyKeys.status));
    const kept = await db.update(idempotencyKeys).set({ body: answer }).where(isRunning).returning({ key: idempotencyKeys.key });
    if (kept.length === 0) throw running();
  };
  const answer = await command({ ...ctx, once: { keep, storePart } }).catch(async (error: unknown) => {
    // A stored answer is final: only a command without effect frees its key.
    await ctx.db.delete(idempotencyKeys).where(and(mine, isNull(idempotencyKeys.status), isNull(idempotencyKeys.body)));
    throw error;
  });
  await ctx.db.update(idempotencyKeys).set({ status: 200, body: answer }).where(mine);
  return answer;
}

/** An HMAC, because an input may contain a password. */
const hashOf = ({ inputDigest }: KeySet, input: unknown): string =>
  createHmac('sha256', inputDigest).update(JSON.stringify(input)).digest('base64url');

const running = (): AppError => new AppError('idempotency_running', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** This endpoint stored the body itself, so it has the endpoint's type. */
const storedAnswer = <T>(body: unknown): T => body as T;

export async function deleteAnswersBefore(db: Db, before: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
