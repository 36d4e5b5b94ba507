import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { z } from 'zod';

/**
 * A bank in a separate process, with the Bank of Georgia's paths and schemas, orders in memory and signed callbacks, so that its cost is
 * not the server's. A guest pays with one POST to its page. Prints its port and its public key.
 */
const signAside = promisify(sign);
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const page = process.argv[2] ?? '';

const Order = z.object({
  callback_url: z.url(),
  external_order_id: z.string(),
  purchase_units: z.object({ currency: z.string(), total_amount: z.number() }),
  redirect_urls: z.object({ success: z.url() }),
});
type Order = z.infer<typeof Order> & { id: string; status: 'created' | 'completed' };
const byKey = new Map<string, Order>();
const byId = new Map<string, Order>();

const receipt = ({ id, status, external_order_id, purchase_units: { currency, total_amount: amount } }: Order) => ({
  order_id: id,
  external_order_id,
  order_status: { key: status, value: status },
  purchase_units: { request_amount: amount.toFixed(2), refund_amount: null, currency_code: currency },
});

function open(body: string, key: string): Order {
  const order = byKey.get(key) ?? { ...Order.parse(JSON.parse(body)), id: randomUUID(), status: 'created' };
  byKey.set(key, order);
  byId.set(order.id, order);
  return order;
}

async function callBack(order: Order): Promise<void> {
  const zoned = new Date().toISOString();
  const body = JSON.stringify({ event: 'order_payment', zoned_request_time: zoned, body: receipt(order) });
  const signature = (await signAside('RSA-SHA256', Buffer.from(body), privateKey)).toString('base64');
  const headers = { 'content-type': 'application/json', 'callback-signature': signature };
  const answer = await fetch(order.callback_url, { method: 'POST', headers, body });
  await answer.arrayBuffer();
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

const server = createServer(async (request, response) => {
  const body = await textOf(request);
  const path = request.url ?? '';
  const order = byId.get(path.split('/').at(-1) ?? '');
  const send = (value: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (path === '/token') return send({ access_token: 'token', token_type: 'Bearer', expires_in: 3600 });
  if (path === '/ecommerce/orders') {
    const { id } = open(body, String(request.headers['idempotency-key']));
    return send({ id, _links: { redirect: { href: `${page}/pay/${id}` } } });
  }
  if (!order) return response.writeHead(400).end('Invalid order_id');
  if (path.startsWith('/receipt/')) return send(receipt(order));
  order.status = 'completed';
  void callBack(order).catch(() => undefined);
  return response.writeHead(303, { location: order.redirect_urls.success }).end();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(JSON.stringify({ port, publicKey: publicKey.export({ type: 'spki', format: 'pem' }) }));
});
