import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Db } from '#server/platform/db/client.ts';
import { loadOnce } from '#shared/load-once.ts';
import { toGel } from '#shared/money.ts';
import { type BankKeys, findKeys, insertKeys } from './fake-bank.queries.ts';
import { type BankOrder, statusAt } from './outcomes.ts';

const card = { transfer_method: { key: 'card', value: 'card' }, payer_identifier: '400000xxxxxx0001' };
const PAID = '100';
const TIME_OVER = '110';
const DECLINED = '122';
const failureCode = ({ outcome }: BankOrder): string => (outcome === null ? TIME_OVER : DECLINED);

const decimal = (tetri: number): string => toGel(tetri).toFixed(2);

/** Returns an order in the format of the real bank's receipt (its document "Payment details"), with amounts as texts. */
export function receiptOf(order: BankOrder, now: Date) {
  const key = statusAt(order, now);
  const isCancelled = key === 'rejected' && order.outcome === 'cancel';
  const isCaptured = key === 'completed' || key === 'refunded' || key === 'refunded_partially';
  return {
    order_id: order.id,
    external_order_id: order.externalOrderId,
    capture: 'automatic',
    zoned_create_date: order.createdAt.toISOString(),
    zoned_expire_date: order.expiresAt.toISOString(),
    order_status: { key, value: key },
    purchase_units: {
      request_amount: decimal(order.reportedTetri),
      transfer_amount: isCaptured ? decimal(order.reportedTetri) : null,
      refund_amount: order.refundedTetri > 0 ? decimal(order.refundedTetri) : null,
      currency_code: order.currency,
    },
    payment_detail: isCaptured
      ? { ...card, code: PAID }
      : key === 'rejected' && !isCancelled
        ? { ...card, code: failureCode(order) }
        : null,
    reject_reason: key === 'rejected' ? (order.outcome ?? 'expiration') : null,
    actions: isCancelled
      ? [{ action_id: order.id, action: 'cancel', status: 'completed', amount: decimal(order.reportedTetri), code: null }]
      : [],
  };
}

const generate = promisify(generateKeyPair);
/** RSA keys take long to generate, so a process generates one pair for all its databases. */
const makeKeys = loadOnce(async (): Promise<BankKeys> => {
  const { privateKey, publicKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { privateKey, publicKey };
});

/** Returns the key pair of this database, generated on first use. */
export async function signingKeys(db: Db): Promise<BankKeys> {
  const known = await findKeys(db);
  if (known) return known;
  const made = await makeKeys();
  await insertKeys(db, made);
  return (await findKeys(db)) ?? made;
}
