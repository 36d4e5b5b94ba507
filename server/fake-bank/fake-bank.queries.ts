import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { fakeBankKeys, fakeBankOrders, fakeBankRefunds } from './fake-bank.table.ts';
import type { BankOrder } from './outcomes.ts';

export type BankKeys = { privateKey: string; publicKey: string };
type NewOrder = typeof fakeBankOrders.$inferInsert;
type NewRefund = typeof fakeBankRefunds.$inferInsert;

const KEYS_ID = 1;
const CALLBACKS_AT_ONCE = 20;

/** Inserts an order; undefined if its key exists. */
export async function insertOrder(db: Db, order: NewOrder): Promise<BankOrder | undefined> {
  const [row] = await db.insert(fakeBankOrders).values(order).onConflictDoNothing().returning();
  return row;
}

export async function findOrder(db: Db, id: string): Promise<BankOrder | undefined> {
  const [row] = await db.select().from(fakeBankOrders).where(eq(fakeBankOrders.id, id));
  return row;
}

export async function findOrderByKey(db: Db, idempotencyKey: string): Promise<BankOrder | undefined> {
  const [row] = await db.select().from(fakeBankOrders).where(eq(fakeBankOrders.idempotencyKey, idempotencyKey));
  return row;
}

/** Ends an order that is still open at this time; the first button pressed wins. */
export async function endOrder(db: Db, id: string, now: Date, ending: Partial<BankOrder>): Promise<BankOrder | undefined> {
  const [row] = await db
    .update(fakeBankOrders)
    .set(ending)
    .where(and(eq(fakeBankOrders.id, id), eq(fakeBankOrders.status, 'created'), gt(fakeBankOrders.expiresAt, now)))
    .returning();
  return row;
}

export async function lockOrder(db: Db, id: string): Promise<BankOrder | undefined> {
  const [row] = await db.select().from(fakeBankOrders).where(eq(fakeBankOrders.id, id)).for('update');
  return row;
}

export async function changeOrder(db: Db, id: string, change: Partial<BankOrder>): Promise<void> {
  await db.update(fakeBankOrders).set(change).where(eq(fakeBankOrders.id, id));
}

export async function insertRefund(db: Db, refund: NewRefund): Promise<void> {
  await db.insert(fakeBankRefunds).values(refund);
}

export async function findRefundByKey(db: Db, idempotencyKey: string): Promise<{ actionId: string } | undefined> {
  const [row] = await db.select().from(fakeBankRefunds).where(eq(fakeBankRefunds.idempotencyKey, idempotencyKey));
  return row;
}

/** Claims due callbacks, one per order, so that several processes share the work. */
export function claimCallbacks(db: Db, now: Date): Promise<BankOrder[]> {
  const due = db
    .select({ id: fakeBankOrders.id })
    .from(fakeBankOrders)
    .where(and(gt(fakeBankOrders.callbacksLeft, 0), lte(fakeBankOrders.callbackDueAt, now)))
    .limit(CALLBACKS_AT_ONCE)
    .for('update', { skipLocked: true });
  return db
    .update(fakeBankOrders)
    .set({ callbacksLeft: sql`${fakeBankOrders.callbacksLeft} - 1` })
    .where(sql`${fakeBankOrders.id} in ${due}`)
    .returning();
}

export async function findKeys(db: Db): Promise<BankKeys | undefined> {
  const [row] = await db.select().from(fakeBankKeys).where(eq(fakeBankKeys.id, KEYS_ID));
  return row;
}

/** Stores the keys unless some are stored already. */
export async function insertKeys(db: Db, keys: BankKeys): Promise<void> {
  await db
    .insert(fakeBankKeys)
    .values({ id: KEYS_ID, ...keys })
    .onConflictDoNothing();
}
