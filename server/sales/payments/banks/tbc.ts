import { z } from 'zod';
import { MINUTE_MS } from '#shared/durations.ts';
import { toGel } from '#shared/money.ts';
import type { FailureReason } from '#shared/payments/payments.contract.ts';
import { Amount, type BankAccess, type BankPages, createBankCaller, ownPage, parseJson } from './bank-http.ts';
import { BankError, type BankStatus, type CheckoutRequest, type PaymentProvider, type RefundRequest } from './provider.ts';

type TbcOptions = Pick<BankAccess, 'apiUrl' | 'timeouts' | 'hardStop' | 'now'> & {
  /** The key of the developer's app, sent with every call. */
  apiKey: string;
  clientId: string;
  clientSecret: string;
  /** The payment methods offered to guests, by number; each must be active at the bank. */
  methods: readonly number[];
  readonly callbackUrl: string;
  pages: BankPages;
};

/** A card statement has room for no more, and only for ASCII. */
const STATEMENT_MAX = 25;

/** By a payment's `status`; held, partly refunded and unknown ones are for staff to check. */
const states: Record<string, BankStatus['state']> = {
  Created: 'pending',
  Processing: 'pending',
  PaymentCompletionProcessing: 'pending',
  Succeeded: 'paid',
  Failed: 'failed',
  Expired: 'failed',
  CancelPaymentProcessing: 'refunding',
  Returned: 'refunded',
  WaitingConfirm: 'unclear',
  PartialReturned: 'unclear',
};

const PayId = z.string().regex(/^[\w-]{1,100}$/);
const CreateReply = z.object({ payId: PayId, links: z.array(z.object({ uri: z.string(), rel: z.string() })) });
const Details = z.object({
  payId: PayId,
  status: z.string(),
  resultCode: z.string().nullish().catch(null),
  currency: z.string(),
  amount: Amount,
  returnedAmount: Amount.nullish(),
  merchantPaymentId: z.string().nullish(),
});
const CallbackBody = z.object({ PaymentId: PayId });

/**
 * TBC Checkout (tpay). Its callbacks have a payment id but no signature, and it has no idempotency keys: an opening is never repeated, and
 * a refund is requested only after its status shows that it was not done yet.
 */
export function createTbc(options: TbcOptions): PaymentProvider {
  const { apiKey } = options;
  const signIn = () => ({
    url: `${options.apiUrl}/v1/tpay/access-token`,
    body: new URLSearchParams({ client_id: options.clientId, client_secret: options.clientSecret }),
  });
  const { call, handshake } = createBankCaller(options, { headers: { apikey: apiKey }, signIn });
  const getStatus = async (payId: string): Promise<BankStatus> => toStatus(await call({ method: 'GET', path: pathOf(payId) }), payId);

  return {
    name: 'tbc',
    handshake: () => handshake(pathOf('0')),
    knowsKeys: false,
    signsCallbacks: false,
    createCheckout: async (request) => {
      const body = createBody(request, options);
      const reply = CreateReply.safeParse(await call({ method: 'POST', path: '/v1/tpay/payments', body }));
      const link = reply.data?.links.find(({ rel }) => rel === 'approval_url')?.uri;
      if (!reply.success || link === undefined || !URL.canParse(link)) throw new BankError('unknown', 'The bank answered no payment.');
      return { providerOrderId: reply.data.payId, redirectUrl: ownPage(link, options.pages) };
    },
    getStatus,
    refund: async (request) => {
      if (await isRefunded(getStatus, request)) return undefined;
      await call({ method: 'POST', path: `${pathOf(request.providerOrderId)}/cancel`, body: { amount: toGel(request.amountTetri) } });
      return undefined;
    },
    parseCallback: async ({ rawBody }) => {
      const body = CallbackBody.safeParse(parseJson(rawBody));
      return { providerOrderId: body.data?.PaymentId, signature: 'absent' };
    },
  };
}

const pathOf = (payId: string): string => `/v1/tpay/payments/${encodeURIComponent(payId)}`;

function createBody(request: CheckoutRequest, { methods, callbackUrl }: TbcOptions) {
  const { orderId, amountTetri, currency, language, successUrl, lifetimeMs } = request;
  const total = toGel(amountTetri);
  return {
    amount: { currency, total, subtotal: total, tax: 0, shipping: 0 },
    // One address for every result; its page asks for the payment's status.
    returnurl: successUrl,
    callbackUrl,
    merchantPaymentId: String(orderId),
    extra: `Order ${orderId}`.slice(0, STATEMENT_MAX),
    expirationMinutes: Math.floor(lifetimeMs / MINUTE_MS),
    methods,
    preAuth: false,
    language: language.toUpperCase(),
  };
}

function toStatus(reply: unknown, payId: string): BankStatus {
  const details = Details.safeParse(reply);
  if (!details.success) throw new BankError('unknown', 'The bank answered details that cannot be read.');
  if (details.data.payId !== payId) throw new BankError('unknown', 'The bank answered the details of another payment.');
  const { status, resultCode, amount, returnedAmount, currency, merchantPaymentId } = details.data;
  const state = Object.hasOwn(states, status) ? (states[status] ?? 'unclear') : 'unclear';
  return {
    state,
    externalOrderId: merchantPaymentId ?? undefined,
    amountTetri: amount,
    refundedTetri: returnedAmount ?? 0,
    currency,
    ...(state === 'failed' ? { failure: failureOf(status, resultCode) } : {}),
  };
}

function failureOf(status: string, resultCode: string | null | undefined): FailureReason {
  if (status === 'Expired') return 'expired';
  return resultCode?.startsWith('decline') ? 'declined' : 'unknown';
}

/** Returns true if this refund was done already. @throws BankError unknown while one is running, which may be this one */
async function isRefunded(getStatus: PaymentProvider['getStatus'], request: RefundRequest): Promise<boolean> {
  const { state, amountTetri, refundedTetri } = await getStatus(request.providerOrderId);
  if (state === 'refunding') throw new BankError('unknown', 'The bank is still sending money of this payment back.');
  const wholeAmount = state === 'refunded' ? amountTetri : refundedTetri;
  return wholeAmount >= request.refundedBeforeTetri + request.amountTetri;
}
