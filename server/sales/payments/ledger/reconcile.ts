import type { Context } from '#server/platform/context.ts';
import { ignoreProgress, type OnProgress } from '#server/platform/progress.ts';
import { BankError, type BankStatus, bankOf } from '#server/sales/payments/banks/provider.ts';
import { capturedAtBank, refundedAtBank } from '#server/sales/payments/payment-states.ts';
import { translators } from '#server/platform/translators.ts';
import { toGel } from '#shared/money.ts';
import { differenceText } from '#shared/staff/alert-texts.ts';
import type { BookDifference } from '#shared/staff/alerts.contract.ts';
import { type BookedPayment, countBookedPayments, findBookedPayments } from './reconcile.queries.ts';

/** `sentence`: the difference in English, for the log. */
export type Difference = { paymentId: number; difference: BookDifference; sentence: string };
export type Reconciliation = { compared: number; differences: Difference[] };

const PAGE = 100;
const AT_ONCE = 4;
/** A payment or refund may be in progress for this long before a difference is reported. */
const MIN_AGE_MS = 60 * 60_000;

type Parts = Pick<Context, 'db' | 'clock' | 'payments' | 'otherBanks'>;

/**
 * Compares our records with each other and with the bank's, for payments created since a moment and all without a final state. It only
 * reads, and leaves changes of the last hour for the next run.
 */
export async function reconcile(parts: Parts, since: Date, onProgress: OnProgress = ignoreProgress): Promise<Reconciliation> {
  const result: Reconciliation = { compared: 0, differences: [] };
  const total = await countBookedPayments(parts.db, since);
  for (let afterId = 0; ;) {
    const page = await findBookedPayments(parts.db, { since, afterId, limit: PAGE });
    for (let first = 0; first < page.length; first += AT_ONCE) {
      onProgress('Asking the bank about payments', result.compared + first, total);
      const found = await Promise.all(page.slice(first, first + AT_ONCE).map((payment) => compare(parts, payment)));
      result.differences.push(...found.flat());
    }
    result.compared += page.length;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return result;
    afterId = last.id;
  }
}

async function compare(parts: Parts, payment: BookedPayment): Promise<Difference[]> {
  const own = ownFaults(payment);
  const isYoung = parts.clock.now().getTime() - payment.createdAt.getTime() < MIN_AGE_MS;
  const isOnItsWay = payment.state === 'created' || payment.state === 'pending' || payment.underWay > 0;
  const theirs = isYoung && isOnItsWay ? [] : await bankFaults(parts, payment);
  const name = `payment ${payment.id} (order ${payment.orderId}, ${payment.provider} ${payment.providerOrderId})`;
  return [...own, ...theirs].map(({ reason = '', ...difference }) => ({
    paymentId: payment.id,
    difference,
    sentence: `${name}: ${differenceText(difference, translators.en.t)}${reason && ` ${reason}`}`,
  }));
}

/** `reason`: the error of a bank that did not answer. */
type Fault = BookDifference & { reason?: string };

/** Returns the differences between our own records. */
function ownFaults({
  capturedTetri,
  refundTetri,
  refundsTetri,
  confirmedTetri,
  ledgerBankTetri,
  ledgerUnbalanced,
}: BookedPayment): Fault[] {
  const kept = capturedTetri - confirmedTetri;
  return [
    ...differ('ledger_sum', ledgerUnbalanced, 0),
    ...differ('ledger_at_bank', ledgerBankTetri, kept),
    ...differ('refunds', refundsTetri, refundTetri),
  ];
}

async function bankFaults(parts: Parts, payment: BookedPayment): Promise<Fault[]> {
  try {
    return differencesOf(payment, await bankOf(parts, payment.provider).getStatus(payment.providerOrderId ?? ''));
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    return [{ what: 'bank_silent', found: 0, recorded: 0, reason: error.message }];
  }
}

const differencesOf = ({ capturedTetri, confirmedTetri }: BookedPayment, bank: BankStatus): Fault[] => [
  ...differ('captured', capturedAtBank(bank), capturedTetri),
  ...differ('refunded', refundedAtBank(bank), confirmedTetri),
];

const differ = (what: BookDifference['what'], foundTetri: number, recordedTetri: number): Fault[] =>
  foundTetri === recordedTetri ? [] : [{ what, found: toGel(foundTetri), recorded: toGel(recordedTetri) }];
