import { generateKeyPairSync } from 'node:crypto';
import { createBog } from '#server/sales/payments/banks/bog.ts';
import type { PaymentProvider } from '#server/sales/payments/banks/provider.ts';
import { startBankServer, type BankRequest, type BankServer } from '#tests/setup/bank-server.ts';
import { checkoutRequest } from './real-banks.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const { privateKey } = keys;
export const pem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

type Reply = { status?: number; body?: unknown; text?: string };
type BankScript = (request: BankRequest, all: BankRequest[]) => Reply;

export const token = { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600 };
export const receipt = {
  order_id: 'bank-1',
  external_order_id: '7',
  order_status: { key: 'completed', value: 'x' },
  purchase_units: { request_amount: '40.50', transfer_amount: '40.50', refund_amount: '0.00', currency_code: 'GEL' },
};
export const created = { id: 'bank-1', _links: { redirect: { href: 'https://payment.bog.ge/?order_id=bank-1' } } };

/** Starts a scripted bank on a separate port that records its requests. */
export async function startBank(script: BankScript): Promise<BankServer> {
  const bank: BankServer = await startBankServer((call) => {
    const { status = 200, body = {}, text = JSON.stringify(body) } = script(call, bank.requests);
    return { status, type: 'application/json', text };
  });
  return bank;
}

export async function openBank(script: BankScript): Promise<{ bank: PaymentProvider; requests: BankRequest[] }> {
  const { url, requests } = await startBank(script);
  const bank = createBog({
    name: 'bog',
    clientId: 'club',
    clientSecret: 'secret',
    tokenUrl: `${url}/token`,
    apiUrl: url,
    callbackUrl: 'https://rkali.example/callback',
    publicKey: pem,
    pages: ['payment.bog.ge'],
  });
  return { bank, requests };
}

/** Answers validly unless the script has another answer for the path. */
export const usual =
  (replies: Record<string, Reply> = {}): BankScript =>
  ({ path }) =>
    replies[path] ?? { body: path === '/token' ? token : path.startsWith('/receipt') ? receipt : created };

export const request = checkoutRequest({ idempotencyKey: '0f9b7c0e-3c1f-4e0a-9a53-3f5a1b2c3d4e' });
