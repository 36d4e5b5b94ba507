import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBog } from '#server/sales/payments/banks/bog.ts';
import type { PaymentProvider } from '#server/sales/payments/banks/provider.ts';
import { checkoutRequest } from './real-banks.ts';
import { onTestFinished } from '#tests/setup/on-test-finished.ts';

export const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: string };
export type Reply = { status?: number; body?: unknown; text?: string };
export type BankScript = (asked: Asked, all: Asked[]) => Reply;

export const token = { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600 };
export const receipt = {
  order_id: 'bank-1',
  external_order_id: '7',
  order_status: { key: 'completed', value: 'x' },
  purchase_units: { request_amount: '40.50', transfer_amount: '40.50', refund_amount: '0.00', currency_code: 'GEL' },
};
export const created = { id: 'bank-1', _links: { redirect: { href: 'https://payment.bog.ge/?order_id=bank-1' } } };

/** A bank on a port of its own that answers by a script and remembers what it was asked. */
export async function startBank(script: BankScript): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      asked.push(call);
      const reply = script(call, asked);
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
      response.end(reply.text ?? JSON.stringify(reply.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${portOf(server.address())}`, asked };
}

const portOf = (address: string | AddressInfo | null): number => (typeof address === 'object' && address ? address.port : 0);

export async function openBank(script: BankScript): Promise<{ bank: PaymentProvider; asked: Asked[] }> {
  const { url, asked } = await startBank(script);
  const bank = createBog({
    name: 'bog',
    clientId: 'club',
    clientSecret: 'secret',
    tokenUrl: () => `${url}/token`,
    apiUrl: () => url,
    callbackUrl: () => 'https://rkali.example/callback',
    publicKey: async () => pem,
    isBankPage: ({ hostname }) => hostname === 'payment.bog.ge',
  });
  return { bank, asked };
}

/** Everything as it should be, unless the path is answered otherwise. */
export const usual =
  (replies: Record<string, Reply> = {}): BankScript =>
  ({ path }) =>
    replies[path] ?? { body: path === '/token' ? token : path.startsWith('/receipt') ? receipt : created };

export const request = checkoutRequest({ idempotencyKey: '0f9b7c0e-3c1f-4e0a-9a53-3f5a1b2c3d4e' });
