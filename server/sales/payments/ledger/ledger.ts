import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import type { Payment, Refund } from '#server/sales/payments/payments.queries.ts';
import { payments, ledgerEntries } from '#server/sales/tables/payments.table.ts';

/** Books movements between two accounts, each once: one is debited, the other credited. An amount of 0 writes nothing. */
async function move(tx: Context, ...movements: Movement[]): Promise<void> {
  const real = movements.filter(({ amountTetri }) => amountTetri > 0);
  if (real.length > 0) await insertMovements(tx.db, real, tx.clock.now());
}

type Captured = Pick<Payment, 'id' | 'capturedTetri' | 'capturedCurrency' | 'currency'>;

const moneyOf = ({ id, capturedTetri, capturedCurrency, currency }: Captured) => {
  return { paymentId: id, refundId: null, amountTetri: capturedTetri, currency: capturedCurrency ?? currency };
};

/** The bank captured a guest's money: for sold places, to be refunded, or for staff to decide. */
const capture = (payment: Captured, to: 'sales' | 'owed' | 'unclear'): Movement => {
  return { ...moneyOf(payment), movement: `capture ${payment.id}`, debit: 'bank', credit: to };
};

/** Staff decided about the money of a flagged payment. */
const resolution = (payment: Captured, to: 'sales' | 'owed'): Movement => {
  return { ...moneyOf(payment), movement: `resolve ${payment.id}`, debit: 'unclear', credit: to };
};

/** Books captured money as unclear until staff have decided. */
export const bookUnclear = (tx: Context, payment: Captured): Promise<void> => move(tx, capture(payment, 'unclear'));

/** Books the money of these payments as sales, or as owed to the guests. */
export const bookIncome = (tx: Context, payments: readonly (Captured & Pick<Payment, 'state'>)[], to: 'sales' | 'owed'): Promise<void> =>
  move(tx, ...payments.map((payment) => (payment.state === 'flagged' ? resolution(payment, to) : capture(payment, to))));

/** Books the money of sold places as owed to the guest. */
export const bookPromise = (tx: Context, payment: Captured, { id, amountTetri }: Refund): Promise<void> =>
  move(tx, { ...moneyOf(payment), amountTetri, refundId: id, movement: `promise ${id}`, debit: 'sales', credit: 'owed' });

/** Books a refund by the bank. */
export const bookRefund = (tx: Context, payment: Captured, { id, amountTetri }: Refund): Promise<void> =>
  move(tx, { ...moneyOf(payment), amountTetri, refundId: id, movement: `refund ${id}`, debit: 'owed', credit: 'bank' });

type Account = (typeof ledgerEntries.$inferSelect)['account'];
type LedgerEntry = typeof ledgerEntries.$inferSelect;
/** `amountTetri` leaves the credited account for the debited one. */
type Movement = {
  movement: string;
  paymentId: number;
  refundId: number | null;
  debit: Account;
  credit: Account;
  amountTetri: number;
  currency: string;
};

/** Inserts both entries of each movement in one statement, so that the database can check their balance. Fails when a movement exists. */
export async function insertMovements(db: Db, movements: readonly Movement[], createdAt: Date): Promise<void> {
  await db.execute(sql`
    insert into ledger_entries (movement, payment_id, refund_id, currency, account, amount_tetri, created_at)
    select m.movement, m.payment_id, m.refund_id, m.currency, entry.account, entry.amount_tetri, ${createdAt}
    from unnest(
      ${column(movements, 'movement')}::text[], ${column(movements, 'paymentId')}::bigint[], ${column(movements, 'refundId')}::bigint[],
      ${column(movements, 'currency')}::text[], ${column(movements, 'debit')}::text[], ${column(movements, 'credit')}::text[],
      ${column(movements, 'amountTetri')}::int[]
    ) with ordinality as m (movement, payment_id, refund_id, currency, debit, credit, amount_tetri, place),
      lateral (values (1, m.debit, m.amount_tetri), (2, m.credit, -m.amount_tetri)) as entry (side, account, amount_tetri)
    order by m.place, entry.side`);
}

/** Returns all entries about an order's payments, in the order in which they were written. */
export const findLedgerOfOrder = (db: Db, orderId: number): Promise<LedgerEntry[]> => {
  const ofOrder = db.select({ id: payments.id }).from(payments).where(eq(payments.orderId, orderId));
  return db.select().from(ledgerEntries).where(inArray(ledgerEntries.paymentId, ofOrder)).orderBy(asc(ledgerEntries.id));
};
