import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/platform/context.ts';
import { safeEqual } from '#server/platform/safe-equal.ts';
import { CreateRequest, openOrder, refundOrder, RefundRequest } from './bank-orders.ts';
import { fakeBankClient } from '#server/sales/payments/banks/fake-bank-client.ts';
import { findOrder } from './fake-bank.queries.ts';
import { receiptOf } from './receipt.ts';
import { signingKeys } from './signing-keys.ts';
import { isLoopbackHost } from '#server/platform/config/loopback.ts';

const TOKEN_SECONDS = 3600;

const refuse = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ message });
const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
};

/** The calls of the Bank of Georgia that the club uses, in its paths and shapes. */
export function bankApi(http: FastifyInstance, { database: { db }, clock, env }: Deps): void {
  const bank = { db, clock };
  const { clientId, clientSecret } = fakeBankClient(env);
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  // Any process of the club takes the tokens of any other.
  const token = createHmac('sha256', clientSecret).update('token').digest('base64url');
  const isSignedIn = ({ headers }: FastifyRequest, expected: string): boolean => safeEqual(headers.authorization ?? '', expected);

  http.post('/fake-bank/token', (request, reply) => {
    if (!isSignedIn(request, basic)) return refuse(reply, 401, 'Unknown client.');
    return reply.send({ access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS });
  });

  http.get('/fake-bank/public-key', async (_request, reply) => reply.type('text/plain').send((await signingKeys(db)).publicKey));

  void http.register(async (signedIn) => {
    signedIn.addHook('onRequest', async (request, reply) => {
      if (!isSignedIn(request, `Bearer ${token}`)) return refuse(reply, 401, 'Sign in first.');
    });

    signedIn.post('/fake-bank/payments/v1/ecommerce/orders', async (request, reply) => {
      const asked = CreateRequest.safeParse(request.body);
      if (!asked.success) return refuse(reply, 400, 'This order cannot be read.');
      if (!staysHere(http, env.publicUrl, asked.data)) return refuse(reply, 400, 'This order leads to somebody else.');
      const language = request.headers['accept-language']?.startsWith('en') ? 'en' : 'ka';
      const order = await openOrder(bank, { ...asked.data, language }, keyOf(request));
      if (!order) return refuse(reply, 409, 'Another order came under this key.');
      const details = `${env.publicUrl}/fake-bank/payments/v1/receipt/${order.id}`;
      const redirect = `${env.publicUrl}/fake-bank/pay/${order.id}`;
      return reply.send({ id: order.id, _links: { details: { href: details }, redirect: { href: redirect } } });
    });

    signedIn.get<{ Params: { id: string } }>('/fake-bank/payments/v1/receipt/:id', async (request, reply) => {
      const order = await findOrder(db, request.params.id);
      if (!order) return reply.code(400).type('text/plain').send('Invalid order_id');
      return reply.send(receiptOf(order, clock.now()));
    });

    signedIn.post<{ Params: { id: string } }>('/fake-bank/payments/v1/payment/refund/:id', async (request, reply) => {
      const asked = RefundRequest.safeParse(request.body ?? {});
      const actionId = asked.success ? await refundOrder(bank, request.params.id, asked.data.amount, keyOf(request)) : undefined;
      if (!actionId) return refuse(reply, 400, 'This cannot be refunded.');
      return reply.send({ key: 'request_received', message: 'Refund request received', action_id: actionId });
    });
  });
}

/**
 * Returns true if the bank would call back and send guests to this club alone: to its public address, or for callbacks to the port this
 * process listens on. A bank that goes anywhere could be sent to whatever this machine reaches.
 */
function staysHere(http: FastifyInstance, publicUrl: string, { callback_url: callback, redirect_urls: urls }: CreateRequest): boolean {
  const isOurs = (url: string): boolean => new URL(url).origin === publicUrl;
  return (
    [urls.success, urls.fail].every((url) => isOurs(url) || isOurProcess(http, url)) && (isOurs(callback) || isOurProcess(http, callback))
  );
}

function isOurProcess({ server }: FastifyInstance, url: string): boolean {
  const listening = server.address();
  const { protocol, hostname, port } = new URL(url);
  if (typeof listening !== 'object' || listening === null) return false;
  const isHere = isLoopbackHost(hostname) || hostname === listening.address;
  return protocol === 'http:' && isHere && Number(port || 80) === listening.port;
}
