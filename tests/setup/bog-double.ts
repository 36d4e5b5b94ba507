import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { json, refusal, startBankServer, type Answer, type BankRequest, type BankServer } from './bank-server.ts';
import { createBankTokens, type BankTokens } from './bank-tokens.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const unknownDevicesKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
export const bogPublicKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
export const BOG_CLIENT = { clientId: 'club', clientSecret: 'bog-secret' };

/** The settings of a server whose bank is at this address. */
export const bogVariables = (url: string) => ({
  BOG_CLIENT_ID: BOG_CLIENT.clientId,
  BOG_CLIENT_SECRET: BOG_CLIENT.clientSecret,
  BOG_PUBLIC_KEY: bogPublicKey,
  BOG_TOKEN_URL: `${url}/token`,
  BOG_API_URL: url,
});

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const decimal = z.number().refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)));

const CreateBody = z.object({
  callback_url: z.url(),
  external_order_id: z.string(),
  capture: z.enum(['automatic', 'manual']).default('automatic'),
  purchase_units: z.object({
    currency: z.enum(['GEL', 'USD', 'EUR', 'GBP']).default('GEL'),
    total_amount: decimal.positive(),
    basket: z.array(z.object({ product_id: z.string(), quantity: z.number().positive(), unit_price: decimal })).min(1),
  }),
  redirect_urls: z.object({ success: z.url(), fail: z.url() }),
  ttl: z.number().int().min(2).max(1440).default(15),
  payment_method: z.array(z.enum(['card', 'google_pay', 'apple_pay', 'bog_p2p', 'bog_loyalty', 'bnpl', 'bog_loan', 'gift_card'])),
});
const RefundBody = z.object({ amount: decimal.positive().optional() });

type BogOrder = {
  id: string;
  request: z.infer<typeof CreateBody>;
  status: string;
  requestAmount: string;
  currency: string;
  refundedTetri: number;
  expiresAt: number;
  /** The reason for a rejection. */
  code?: string;
  actions: { action_id: string; action: string; status: string; amount: string; code: string | null }[];
};

type BogDouble = BankServer & {
  tokens: BankTokens;
  orders: BogOrder[];
  order(id: string): BogOrder;
  /** While true, refunds remain `refund_requested`. */
  holdsRefunds: boolean;
  /** While set, refunds are accepted and then fail with this code. */
  refundFailure: string | undefined;
  redirectHost: string;
  /** The bank refuses addresses without TLS, but a server on this machine has no others. */
  takesHttp: boolean;
  /** Returns the callback about an order in its present state, as the bank would send it. */
  callback(id: string, key?: KeyObject): { body: string; headers: Record<string, string> };
};

/** Starts a double of the Bank of Georgia's payments API as documented, with orders in memory. `now` is the bank's clock. */
export async function startBogDouble(now: () => number = Date.now): Promise<BogDouble> {
  const tokens = createBankTokens(now, HOUR_MS);
  const orders: BogOrder[] = [];
  const repeated = new Map<string, Answer>();
  const server = await startBankServer((request) => answer(request));
  const bank: BogDouble = {
    ...server,
    tokens,
    orders,
    order: (id) => {
      const order = orders.find((one) => one.id === id);
      if (!order) throw new Error('The bank has no such order.');
      if (order.status === 'created' && order.expiresAt <= now()) order.status = 'rejected';
      return order;
    },
    holdsRefunds: false,
    refundFailure: undefined,
    redirectHost: 'payment.bog.ge',
    takesHttp: false,
    callback: (id, key = privateKey) => {
      const zoned = new Date(now()).toISOString();
      const body = JSON.stringify({ event: 'order_payment', zoned_request_time: zoned, body: receipt(bank.order(id), bank) });
      return { body, headers: { 'callback-signature': sign('RSA-SHA256', Buffer.from(body), key).toString('base64') } };
    },
  };

  const answer = (request: BankRequest): Answer => {
    const [, area = '', , id = ''] = request.path.split('/').map(decodeURIComponent);
    if (request.path === '/token') return signIn(request);
    const refused = tokens.check(request);
    if (refused) return refused;
    if (request.method === 'POST' && request.path === '/ecommerce/orders') return once(request, () => create(request));
    if (request.method === 'GET' && area === 'receipt') return read(decodeURIComponent(request.path.slice('/receipt/'.length)));
    if (request.method === 'POST' && request.path.startsWith('/payment/refund/')) return once(request, () => refund(id, request));
    return refusal('Not found', 404);
  };

  /** A key repeated on its endpoint gets the first answer again. */
  const once = ({ path, headers }: BankRequest, work: () => Answer): Answer => {
    const key = headers['idempotency-key'];
    if (key === undefined) return work();
    if (typeof key !== 'string' || !UUID_V4.test(key)) return refusal('Idempotency-Key must be a UUID v4');
    const known = repeated.get(`${path} ${key}`) ?? work();
    repeated.set(`${path} ${key}`, known);
    return known;
  };

  const signIn = ({ headers, body }: BankRequest): Answer => {
    const basic = `Basic ${Buffer.from(`${BOG_CLIENT.clientId}:${BOG_CLIENT.clientSecret}`).toString('base64')}`;
    if (headers.authorization !== basic) return refusal('invalid_client', 401);
    return new URLSearchParams(body).get('grant_type') === 'client_credentials' ? tokens.issue() : refusal('unsupported_grant_type');
  };

  const create = ({ body }: BankRequest): Answer => {
    const request = CreateBody.safeParse(JSON.parse(body));
    if (!request.success) return refusal(request.error.message);
    const { purchase_units: units, callback_url: callback, redirect_urls: pages, ttl } = request.data;
    const isSafe = [callback, pages.success, pages.fail].every((url) => url.startsWith('https://'));
    if (!isSafe && !bank.takesHttp) return refusal('Addresses must begin with https://');
    const id = randomUUID();
    orders.push({
      id,
      request: request.data,
      status: 'created',
      requestAmount: units.total_amount.toFixed(2),
      currency: units.currency,
      refundedTetri: 0,
      actions: [],
      expiresAt: now() + ttl * MINUTE_MS,
    });
    const details = { href: `https://api.bog.ge/payments/v1/receipt/${id}` };
    return json({ id, _links: { details, redirect: { href: `https://${bank.redirectHost}/?order_id=${id}` } } });
  };

  const read = (id: string): Answer =>
    orders.some((order) => order.id === id) ? json(receipt(bank.order(id), bank)) : refusal('Invalid order_id');

  const refund = (id: string, { body }: BankRequest): Answer => {
    const parsed = RefundBody.safeParse(body === '' ? {} : JSON.parse(body));
    if (!parsed.success || !orders.some((order) => order.id === id)) return refusal('Invalid order_id');
    const order = bank.order(id);
    const paidTetri = tetriOf(order.requestAmount);
    const amountTetri = parsed.data.amount === undefined ? paidTetri - order.refundedTetri : tetriOf(String(parsed.data.amount));
    const canRefund = order.status === 'completed' || order.status === 'refunded_partially';
    if (!canRefund || amountTetri === 0 || order.refundedTetri + amountTetri > paidTetri) return refusal('Refund amount is not valid');
    const actionId = randomUUID();
    const code = bank.refundFailure ?? '100';
    const status = bank.refundFailure === undefined ? 'completed' : 'rejected';
    order.actions.push({ action_id: actionId, action: 'refund', status, amount: (amountTetri / 100).toFixed(2), code });
    if (bank.refundFailure === undefined) {
      order.refundedTetri += amountTetri;
      order.status = order.refundedTetri === paidTetri ? 'refunded' : 'refunded_partially';
    }
    return json({ key: 'request_received', message: 'Refund request received', action_id: actionId });
  };
  return bank;
}

const isCaptured = (status: string): boolean => ['completed', 'refunded', 'refunded_partially'].includes(status);

function receipt(order: BogOrder, { holdsRefunds }: Pick<BogDouble, 'holdsRefunds'>) {
  const { id, status, requestAmount, currency, refundedTetri, request } = order;
  const isHeld = holdsRefunds && status.startsWith('refunded');
  return {
    order_id: id,
    external_order_id: request.external_order_id,
    capture: request.capture,
    industry: 'ecommerce',
    order_status: { key: isHeld ? 'refund_requested' : status, value: status },
    purchase_units: {
      request_amount: requestAmount,
      transfer_amount: isCaptured(status) ? requestAmount : '0.00',
      refund_amount: isHeld ? '0.00' : (refundedTetri / 100).toFixed(2),
      currency_code: currency,
      items: [],
    },
    payment_detail: { transfer_method: { key: 'card', value: 'card' }, code: isCaptured(status) ? '100' : (order.code ?? null) },
    reject_reason: status === 'rejected' ? 'expiration' : null,
    actions: order.actions,
  };
}

const tetriOf = (decimalText: string): number => Math.round(Number(decimalText) * 100);
