import { generateKeyPairSync, sign } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { fakeBankOrders } from '#server/fake-bank/fake-bank.table.ts';
import { receiptOf, signingKeys } from '#server/fake-bank/receipt.ts';
import type { ErrorBody } from '#shared/errors.ts';
import type { TestApp } from '#tests/setup/app.ts';

type BankOrder = typeof fakeBankOrders.$inferSelect;

/** Returns the bank's own orders, oldest first. */
export const bankOrders = (app: TestApp): Promise<BankOrder[]> =>
  app.ctx.db.select().from(fakeBankOrders).orderBy(asc(fakeBankOrders.createdAt), asc(fakeBankOrders.externalOrderId));

/** Returns the bank's order of a pay page. */
export async function bankOrderOf(app: TestApp, redirect: string): Promise<BankOrder> {
  const id = new URL(redirect).pathname.split('/').at(-1) ?? '';
  const [order] = await app.ctx.db.select().from(fakeBankOrders).where(eq(fakeBankOrders.id, id));
  if (!order) throw new Error('The bank does not know this order.');
  return order;
}

/** Changes an order in the bank's table. */
export async function falsify(app: TestApp, { id }: BankOrder, change: Partial<BankOrder>): Promise<void> {
  await app.ctx.db.update(fakeBankOrders).set(change).where(eq(fakeBankOrders.id, id));
}

let unknownKey: string | undefined;
const unknownDevicesKey = (): string => {
  unknownKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return unknownKey;
};

/** Sends the bank's callback about an order in its present state; `claims` override it, as a forger would. */
export async function callBack(app: TestApp, order: BankOrder, signer: 'bank' | 'unknown' | 'nobody' = 'bank', claims: object = {}) {
  const body = JSON.stringify({ event: 'order_payment', body: { ...receiptOf(order, app.clock.now()), ...claims } });
  const key = signer === 'unknown' ? unknownDevicesKey() : (await signingKeys(app.ctx.db)).privateKey;
  const signature = sign('RSA-SHA256', Buffer.from(body), key).toString('base64');
  return postCallback(app, body, signer === 'nobody' ? {} : { 'callback-signature': signature });
}

export const postCallback = async (app: TestApp, body: string | Buffer, headers: Record<string, string> = {}): Promise<number> =>
  (await sendCallback(app.url, body, headers)).status;

/** Sends a bank's callback to this server and returns the body of the answer: the reason if it is refused. */
export async function sendCallback(
  origin: string,
  body: string | Buffer,
  headers: Record<string, string>,
  bank = 'fake',
): Promise<{ status: number; answer: Partial<ErrorBody> }> {
  const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: new Uint8Array(Buffer.from(body)) };
  const response = await fetch(`${origin}/api/payments/callback/${bank}`, options);
  return { status: response.status, answer: JSON.parse(await response.text()) };
}
