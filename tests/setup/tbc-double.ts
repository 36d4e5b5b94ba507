import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts';
import { json, refusal, startBankServer, type Answer, type BankRequest, type BankServer } from './bank-server.ts';
import { createBankTokens, type BankTokens } from './bank-tokens.ts';

export const TBC_CLIENT = { apiKey: 'tbc-app-key', clientId: '7000001', clientSecret: 'tbc-secret' };

const LONGEST_SESSION_MINUTES = 12;
const httpsUrl = z.url({ protocol: /^https$/ });
const decimal = z.number().refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)));

const CreateBody = z.object({
  amount: z.object({
    currency: z.enum(['GEL', 'USD', 'EUR']),
    total: decimal.positive(),
    subtotal: decimal.optional(),
    tax: decimal.optional(),
    shipping: decimal.optional(),
  }),
  returnurl: httpsUrl,
  callbackUrl: httpsUrl,
  merchantPaymentId: z.string().optional(),
  extra: z
    .string()
    .max(25)
    .regex(/^[\x20-\x7e]*$/)
    .optional(),
  expirationMinutes: z.number().int().min(1).max(LONGEST_SESSION_MINUTES).default(LONGEST_SESSION_MINUTES),
  methods: z.array(z.number().int()).optional(),
  preAuth: z.boolean().default(false),
  language: z.enum(['KA', 'EN']),
});
const CancelBody = z.object({ amount: decimal.positive().optional() });

type TbcPayment = {
  payId: string;
  request: z.infer<typeof CreateBody>;
  status: string;
  amount: number;
  currency: string;
  returnedTetri: number;
  resultCode?: string;
  /** The day of the last partial refund. */
  partOn: number | undefined;
  expiresAt: number;
};

type TbcDouble = BankServer & {
  tokens: BankTokens;
  payments: TbcPayment[];
  payment(payId: string): TbcPayment;
  /** While true, refunds remain `CancelPaymentProcessing`. */
  holdsRefunds: boolean;
  redirectHost: string;
  /** True if details include the merchant's id; the bank's documents leave it open. */
  namesMerchantId: boolean;
  callback(payId: string): { body: string; headers: Record<string, string> };
};

/** Starts a double of TBC Checkout as documented, with payments in memory. `now` is the bank's clock. */
export async function startTbcDouble(now: () => number = Date.now): Promise<TbcDouble> {
  const tokens = createBankTokens(now, DAY_MS);
  const payments: TbcPayment[] = [];
  const server = await startBankServer((request) => answer(request));
  const today = (): number => Math.floor(now() / DAY_MS);
  const bank: TbcDouble = {
    ...server,
    tokens,
    payments,
    payment: (payId) => {
      const payment = payments.find((one) => one.payId === payId);
      if (!payment) throw new Error('The bank has no such payment.');
      if (payment.status === 'Created' && payment.expiresAt <= now()) payment.status = 'Expired';
      return payment;
    },
    holdsRefunds: false,
    redirectHost: 'ecom.tbcpayments.ge',
    namesMerchantId: false,
    callback: (payId) => ({ body: JSON.stringify({ PaymentId: payId }), headers: {} }),
  };

  const answer = (request: BankRequest): Answer => {
    if (request.headers.apikey !== TBC_CLIENT.apiKey) return refusal('Invalid apikey', 401);
    if (request.path === '/v1/tpay/access-token') return signIn(request);
    const refused = tokens.check(request);
    if (refused) return refused;
    const [payId = '', action] = request.path.replace('/v1/tpay/payments', '').split('/').slice(1).map(decodeURIComponent);
    if (request.method === 'POST' && payId === '') return create(request);
    if (!payments.some((payment) => payment.payId === payId)) return refusal('Payment not found', 404);
    if (request.method === 'GET' && action === undefined) return json(details(bank.payment(payId), bank));
    if (request.method === 'POST' && action === 'cancel') return cancel(bank.payment(payId), request);
    return refusal('Not found', 404);
  };

  const signIn = ({ body }: BankRequest): Answer => {
    const form = new URLSearchParams(body);
    const isKnown = form.get('client_id') === TBC_CLIENT.clientId && form.get('client_secret') === TBC_CLIENT.clientSecret;
    return isKnown ? tokens.issue() : refusal('invalid_client', 401);
  };

  const create = ({ body }: BankRequest): Answer => {
    const request = CreateBody.safeParse(JSON.parse(body));
    if (!request.success) return refusal(request.error.message);
    const { amount, expirationMinutes } = request.data;
    const payment: TbcPayment = {
      payId: randomBytes(12).toString('hex'),
      request: request.data,
      status: 'Created',
      amount: amount.total,
      currency: amount.currency,
      returnedTetri: 0,
      partOn: undefined,
      expiresAt: now() + expirationMinutes * MINUTE_MS,
    };
    payments.push(payment);
    const self = { uri: `https://api.tbcbank.ge/v1/tpay/payments/${payment.payId}`, method: 'GET', rel: 'self' };
    const approval = { uri: `https://${bank.redirectHost}/pay/${payment.payId}`, method: 'REDIRECT', rel: 'approval_url' };
    return json({ ...details(payment, bank), links: [self, approval], expirationMinutes, recId: null });
  };

  /** Allows a full refund at any time, but on the day of the payment only one partial refund. */
  const cancel = (payment: TbcPayment, { body }: BankRequest): Answer => {
    const parsed = CancelBody.safeParse(body === '' ? {} : JSON.parse(body));
    const paidTetri = Math.round(payment.amount * 100);
    const leftTetri = paidTetri - payment.returnedTetri;
    const amountTetri = parsed.data?.amount === undefined ? leftTetri : Math.round(parsed.data.amount * 100);
    const canReturn = payment.status === 'Succeeded' || payment.status === 'PartialReturned';
    if (!parsed.success || !canReturn || amountTetri > leftTetri || amountTetri === 0) return refusal('Payment cannot be cancelled');
    const isPart = amountTetri < paidTetri;
    if (isPart && payment.partOn === today()) return refusal('A second part can be returned from the next day');
    if (isPart) payment.partOn = today();
    payment.returnedTetri += amountTetri;
    payment.status = payment.returnedTetri === paidTetri ? 'Returned' : 'PartialReturned';
    return json({ httpStatusCode: 200, developerMessage: null, userMessage: null });
  };
  return bank;
}

function details(payment: TbcPayment, { holdsRefunds, namesMerchantId }: Pick<TbcDouble, 'holdsRefunds' | 'namesMerchantId'>) {
  const { payId, status, amount, currency, returnedTetri, request } = payment;
  const isHeld = holdsRefunds && (status === 'Returned' || status === 'PartialReturned');
  return {
    payId,
    status: isHeld ? 'CancelPaymentProcessing' : status,
    resultCode: payment.resultCode ?? null,
    currency,
    amount,
    confirmedAmount: status === 'Succeeded' ? amount : 0,
    returnedAmount: isHeld ? 0 : returnedTetri / 100,
    links: null,
    transactionId: '773B12D3202570B0',
    paymentMethod: 5,
    preAuth: request.preAuth,
    recurringCard: null,
    ...(namesMerchantId ? { merchantPaymentId: request.merchantPaymentId } : {}),
    httpStatusCode: 200,
    developerMessage: null,
    userMessage: null,
  };
}
