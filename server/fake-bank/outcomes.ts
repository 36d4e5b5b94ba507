import type { fakeBankOrders } from './fake-bank.table.ts';

export type BankOrder = typeof fakeBankOrders.$inferSelect;
type Ending = Pick<BankOrder, 'status' | 'reportedTetri' | 'completesAt' | 'callbackDueAt' | 'callbacksLeft'>;

const LATE_MS = 5 * 60_000;
const SLOW_MS = 3_000;

/** The buttons of the pay page; every bank has the first three. */
export const guestOutcomes = ['approve', 'decline', 'cancel'] as const;
export const testOutcomes = ['late', 'slow', 'lost', 'duplicate', 'wrong-amount', 'bad-signature'] as const;
export type Outcome = (typeof guestOutcomes)[number] | (typeof testOutcomes)[number];

const outcomes = new Set<string>([...guestOutcomes, ...testOutcomes]);
export const isOutcome = (text: string | null): text is Outcome => text !== null && outcomes.has(text);

/** The effect of a button on the order, and the callbacks that follow. */
export function endingOf(outcome: Outcome, { amountTetri }: Pick<BankOrder, 'amountTetri'>, now: Date): Ending {
  const completed: Ending = { status: 'completed', reportedTetri: amountTetri, completesAt: now, callbackDueAt: now, callbacksLeft: 1 };
  const completedIn = (pauseMs: number): Ending => {
    const completesAt = new Date(now.getTime() + pauseMs);
    return { ...completed, status: 'processing', completesAt, callbackDueAt: completesAt };
  };
  switch (outcome) {
    case 'approve':
    case 'bad-signature':
      return completed;
    case 'decline':
    case 'cancel':
      return { ...completed, status: 'rejected' };
    case 'late':
      return completedIn(LATE_MS);
    case 'slow':
      return completedIn(SLOW_MS);
    case 'lost':
      return { ...completed, callbackDueAt: null, callbacksLeft: 0 };
    case 'duplicate':
      return { ...completed, callbacksLeft: 3 };
    case 'wrong-amount':
      return { ...completed, reportedTetri: amountTetri - 1 };
  }
}

/** Rows are written on actions only; the effect of time is computed when they are read. */
export function statusAt({ status, completesAt, expiresAt }: BankOrder, now: Date): BankOrder['status'] {
  if (status === 'processing' && completesAt !== null && completesAt <= now) return 'completed';
  if (status === 'created' && expiresAt <= now) return 'rejected';
  return status;
}
