import { randomUUID } from 'node:crypto';
import type { BankServer } from '#tests/setup/bank-server.ts';
import type { BankTokens } from '#tests/setup/bank-tokens.ts';
import { BOG_CLIENT, bogPublicKey, bogVariables, startBogDouble } from '#tests/setup/bog-double.ts';
import { startTbcDouble, TBC_CLIENT } from '#tests/setup/tbc-double.ts';
import type { BankAccess } from '#server/sales/payments/banks/bank-http.ts';
import { createProvider } from '#server/sales/payments/banks/create-provider.ts';
import type { CheckoutRequest, PaymentProvider } from '#server/sales/payments/banks/provider.ts';
import { createBog } from '#server/sales/payments/banks/bog.ts';
import { createTbc } from '#server/sales/payments/banks/tbc.ts';
import { readEnv } from '#server/platform/config/env.ts';

export const realBanks = ['bog', 'tbc'] as const;
export type RealBank = (typeof realBanks)[number];

/** The common interface of the banks' doubles. */
export type BankDouble = {
  name: RealBank;
  server: BankServer;
  tokens: BankTokens;
  /** The path prefixes of the calls. */
  paths: { signIn: string; create: string; read: string; refund: string };
  /** The server's configuration for this bank. */
  env: Record<string, string>;
  /** Returns the ids of opened orders, oldest first. */
  opened(): string[];
  pay(id: string): void;
  decline(id: string): void;
  /** Expires an order at the bank. */
  runOut(id: string): void;
  /** Makes accepted refunds fail with this code; only the Bank of Georgia documents that. */
  failRefunds(code: string | undefined): void;
  /** Makes the bank report this status in its own terms. */
  report(id: string, status: string): void;
  misreport(id: string, what: { amount?: number; currency?: string }): void;
  refundedTetri(id: string): number;
  hold(areRefundsHeld: boolean): void;
  leadTo(host: string): void;
  callback(id: string): BankCall;
  /** Returns the address to which the bank sends the guest of this order back. */
  returnUrl(id: string): string;
};
export type BankCall = { body: string; headers: Record<string, string> };

export const startDouble = (name: RealBank, now?: () => number): Promise<BankDouble> => (name === 'bog' ? startBog(now) : startTbc(now));

async function startBog(now?: () => number): Promise<BankDouble> {
  const bank = await startBogDouble(now);
  return {
    name: 'bog',
    server: bank,
    tokens: bank.tokens,
    paths: { signIn: '/token', create: '/ecommerce/orders', read: '/receipt/', refund: '/payment/refund/' },
    env: { PUBLIC_URL: 'https://rkali.example', ...bogVariables(bank.url) },
    opened: () => bank.orders.map(({ id }) => id),
    pay: (id) => void (bank.order(id).status = 'completed'),
    decline: (id) => void Object.assign(bank.order(id), { status: 'rejected', code: '107' }),
    runOut: (id) => void Object.assign(bank.order(id), { status: 'rejected', code: '110' }),
    failRefunds: (code) => void (bank.refundFailure = code),
    report: (id, status) => void (bank.order(id).status = status),
    misreport: (id, { amount, currency }) => {
      const order = bank.order(id);
      order.requestAmount = amount?.toFixed(2) ?? order.requestAmount;
      order.currency = currency ?? order.currency;
    },
    refundedTetri: (id) => bank.order(id).refundedTetri,
    hold: (areRefundsHeld) => void (bank.holdsRefunds = areRefundsHeld),
    leadTo: (host) => void (bank.redirectHost = host),
    callback: bank.callback,
    returnUrl: (id) => bank.order(id).request.redirect_urls.success,
  };
}

async function startTbc(now?: () => number): Promise<BankDouble> {
  const bank = await startTbcDouble(now);
  return {
    name: 'tbc',
    server: bank,
    tokens: bank.tokens,
    paths: { signIn: '/v1/tpay/access-token', create: '/v1/tpay/payments', read: '/v1/tpay/payments/', refund: '/v1/tpay/payments/' },
    env: {
      PUBLIC_URL: 'https://rkali.example',
      TBC_API_KEY: TBC_CLIENT.apiKey,
      TBC_CLIENT_ID: TBC_CLIENT.clientId,
      TBC_CLIENT_SECRET: TBC_CLIENT.clientSecret,
      TBC_API_URL: bank.url,
    },
    opened: () => bank.payments.map(({ payId }) => payId),
    pay: (id) => void (bank.payment(id).status = 'Succeeded'),
    decline: (id) => void Object.assign(bank.payment(id), { status: 'Failed', resultCode: 'decline_not_sufficient_funds' }),
    runOut: (id) => void (bank.payment(id).status = 'Expired'),
    failRefunds: () => undefined,
    report: (id, status) => void (bank.payment(id).status = status),
    misreport: (id, { amount, currency }) => {
      const payment = bank.payment(id);
      payment.amount = amount ?? payment.amount;
      payment.currency = currency ?? payment.currency;
    },
    refundedTetri: (id) => bank.payment(id).returnedTetri,
    hold: (areRefundsHeld) => void (bank.holdsRefunds = areRefundsHeld),
    leadTo: (host) => void (bank.redirectHost = host),
    callback: bank.callback,
    returnUrl: (id) => bank.payment(id).request.returnurl,
  };
}

/** Creates the adapter as the server does, connected to its double. */
export const adapterOf = ({ name, env }: BankDouble, more: Record<string, string> = {}): PaymentProvider =>
  createProvider(readEnv({ NODE_ENV: 'test', PAYMENTS: name, DEMO: 'false', ...env, ...more }), () => '');

/** Creates the adapter with the test's clock, and with short timeouts where a test needs them. */
export function bankOf(
  { name, server }: BankDouble,
  { now = Date.now, timeouts = {} }: Pick<BankAccess, 'now' | 'timeouts'> = {},
): PaymentProvider {
  const common = { timeouts, now, apiUrl: server.url, callbackUrl: `https://rkali.example/api/payments/callback/${name}` };
  if (name === 'tbc') return createTbc({ ...common, ...TBC_CLIENT, methods: [5], pages: ['.tbcpayments.ge'] });
  return createBog({
    ...common,
    ...BOG_CLIENT,
    name,
    tokenUrl: `${server.url}/token`,
    publicKey: bogPublicKey,
    pages: ['.bog.ge'],
  });
}

export const checkoutRequest = (changes: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  paymentId: 3,
  orderId: 7,
  idempotencyKey: randomUUID(),
  amountTetri: 4050,
  currency: 'GEL',
  language: 'ka',
  lines: [{ ticketTypeId: 5, description: 'Night: Entry', quantity: 1, priceTetri: 4050 }],
  successUrl: 'https://rkali.example/successpayment?order=t',
  failureUrl: 'https://rkali.example/failpayment?order=t',
  lifetimeMs: 12 * 60_000,
  ...changes,
});
