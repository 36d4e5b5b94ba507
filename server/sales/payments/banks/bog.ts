import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { MINUTE_MS } from '#shared/durations.ts';
import { toGel } from '#shared/money.ts';
import type { FailureReason } from '#shared/payments/payments.contract.ts';
import { Amount, type BankAccess, type BankPages, createBankCaller, ownPage, parseJson } from './bank-http.ts';
import {
  BankError,
  type BankStatus,
  type CallbackHint,
  type CallbackRequest,
  type CheckoutRequest,
  type PaymentProvider,
} from './provider.ts';

type BogOptions = Pick<BankAccess, 'apiUrl' | 'timeouts' | 'hardStop' | 'now'> & {
  name: 'bog' | 'fake';
  readonly tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** The payment methods offered to guests; each must be active at the bank. */
  methods?: readonly string[];
  /** The address for callbacks, which the bank must be able to reach. */
  readonly callbackUrl: string;
  /** The PEM of the key with which the bank signs its callbacks. */
  publicKey: string | (() => Promise<string>);
  pages: BankPages;
};

/** An id that no order has. */
const NO_ORDER = '00000000-0000-4000-8000-000000000000';

/** Only these support partial refunds. */
const BOG_METHODS = ['card', 'google_pay', 'apple_pay'];

/** By a receipt's `order_status.key`; partial, blocked and unknown ones are for staff to check. */
const states: Record<string, BankStatus['state']> = {
  created: 'pending',
  processing: 'pending',
  auth_requested: 'pending',
  completed: 'paid',
  rejected: 'failed',
  refund_requested: 'refunding',
  refunded: 'refunded',
};

/** By a receipt's `payment_detail.code`; technical and general ones tell a guest nothing. */
const failures: Record<string, FailureReason> = {
  ...Object.fromEntries(['101', '102', '103', '104', '105', '106', '107', '108', '122'].map((code) => [code, 'declined'])),
  110: 'expired',
  111: 'expired',
};
/** Action codes of a failed refund. */
const REFUND_FAILURE = /^1(6[1-9]|79)$/;

const CreateReply = z.object({ id: z.string().min(1), _links: z.object({ redirect: z.object({ href: z.url() }) }) });
/** A field that only explains a state must not make a receipt unreadable. */
const Code = z.union([z.string(), z.number()]).transform(String).nullish().catch(null);
const Action = z.object({ action_id: z.string(), action: z.string(), code: Code });
const RefundReply = z.object({ action_id: z.string().min(1).max(100) });
const Receipt = z.object({
  order_id: z.string(),
  external_order_id: z.string(),
  order_status: z.object({ key: z.string() }),
  purchase_units: z.object({ request_amount: Amount.nullish(), refund_amount: Amount.nullish(), currency_code: z.string().nullish() }),
  payment_detail: z.object({ code: Code }).nullish().catch(null),
  actions: z.array(Action.nullable().catch(null)).catch([]),
});
const CallbackBody = z.object({ body: z.object({ order_id: z.string().regex(/^[\w-]{1,100}$/) }) });

/** The Bank of Georgia's payments API (its document "Online payment"; the bank writes amounts as decimals of GEL). */
export function createBog(options: BogOptions): PaymentProvider {
  const { call, handshake } = createBankCaller(options, { signIn: () => signIn(options) });
  let key: Promise<KeyObject> | undefined;
  const publicKey = (): Promise<KeyObject> => {
    const fetched = key ?? fetchKey(options).then(createPublicKey);
    fetched.catch(() => (key = undefined));
    key = fetched;
    return fetched;
  };

  return {
    name: options.name,
    handshake: () => handshake(`/receipt/${NO_ORDER}`),
    knowsKeys: true,
    signsCallbacks: true,
    createCheckout: async (request) => {
      const headers = { 'idempotency-key': request.idempotencyKey, 'accept-language': request.language };
      const body = createBody(request, options.callbackUrl, options.methods ?? BOG_METHODS);
      const reply = CreateReply.safeParse(await call({ method: 'POST', path: '/ecommerce/orders', body, headers }));
      if (!reply.success) throw new BankError('unknown', 'The bank answered no order.');
      const { id, _links: links } = reply.data;
      return { providerOrderId: id, redirectUrl: ownPage(links.redirect.href, options.pages) };
    },
    getStatus: async (providerOrderId) => {
      const path = `/receipt/${encodeURIComponent(providerOrderId)}`;
      return toStatus(await call({ method: 'GET', path }), providerOrderId);
    },
    refund: async ({ providerOrderId, amountTetri, idempotencyKey }) => {
      const path = `/payment/refund/${encodeURIComponent(providerOrderId)}`;
      const headers = { 'idempotency-key': idempotencyKey };
      const reply = RefundReply.safeParse(await call({ method: 'POST', path, body: { amount: toGel(amountTetri) }, headers }));
      return reply.data?.action_id;
    },
    parseCallback: async (request) => readCallback(request, await publicKey()),
  };
}

const fetchKey = async ({ publicKey }: BogOptions): Promise<string> => (typeof publicKey === 'string' ? publicKey : publicKey());

function signIn({ tokenUrl, clientId, clientSecret }: BogOptions) {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  return { url: tokenUrl, headers: { authorization: `Basic ${basic}` }, body };
}

function createBody(request: CheckoutRequest, callbackUrl: string, methods: readonly string[]) {
  const { orderId, amountTetri, currency, successUrl, failureUrl, lifetimeMs } = request;
  // The document does not define prices of 0, so free tickets in a paid order are not sent to the bank.
  const lines = request.lines.filter(({ priceTetri }) => priceTetri > 0);
  return {
    callback_url: callbackUrl,
    external_order_id: String(orderId),
    capture: 'automatic',
    purchase_units: {
      currency,
      total_amount: toGel(amountTetri),
      basket: lines.map(({ ticketTypeId, description, quantity, priceTetri }) => {
        return {
          product_id: String(ticketTypeId),
          description,
          quantity,
          unit_price: toGel(priceTetri),
          total_price: toGel(priceTetri * quantity),
        };
      }),
    },
    redirect_urls: { success: successUrl, fail: failureUrl },
    ttl: Math.floor(lifetimeMs / MINUTE_MS),
    payment_method: methods,
  };
}

function toStatus(reply: unknown, providerOrderId: string): BankStatus {
  const receipt = Receipt.safeParse(reply);
  if (!receipt.success) throw new BankError('unknown', 'The bank answered a receipt that cannot be read.');
  if (receipt.data.order_id !== providerOrderId) throw new BankError('unknown', 'The bank answered the receipt of another order.');
  const { external_order_id: externalOrderId, order_status: status, purchase_units: units } = receipt.data;
  const state = Object.hasOwn(states, status.key) ? (states[status.key] ?? 'unclear') : 'unclear';
  const failedRefunds = receipt.data.actions.flatMap((action) =>
    REFUND_FAILURE.test(action?.code ?? '') && action ? [action.action_id] : [],
  );
  return {
    state,
    externalOrderId,
    amountTetri: units.request_amount ?? 0,
    refundedTetri: units.refund_amount ?? 0,
    currency: units.currency_code ?? '',
    ...(state === 'failed' ? { failure: failureOf(receipt.data) } : {}),
    ...(failedRefunds.length > 0 ? { failedRefunds } : {}),
  };
}

function failureOf({ payment_detail: detail, actions }: z.infer<typeof Receipt>): FailureReason {
  if (actions.some((action) => action?.action === 'cancel')) return 'cancelled';
  const code = detail?.code ?? '';
  return Object.hasOwn(failures, code) ? (failures[code] ?? 'unknown') : 'unknown';
}

function readCallback({ rawBody, headers }: CallbackRequest, key: KeyObject): CallbackHint {
  const body = CallbackBody.safeParse(parseJson(rawBody));
  const given = headers['callback-signature'];
  return {
    providerOrderId: body.success ? body.data.body.order_id : undefined,
    signature: typeof given !== 'string' ? 'absent' : isSigned(rawBody, given, key) ? 'valid' : 'invalid',
  };
}

function isSigned(rawBody: Buffer, signature: string, key: KeyObject): boolean {
  return verify('RSA-SHA256', rawBody, key, Buffer.from(signature, 'base64'));
}
