import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '#server/platform/config/loopback.ts';
import { safeEqual } from '#server/platform/config/secrets.ts';
import type { Deps } from '#server/platform/context.ts';
import { isNotForwarded } from '#server/platform/http/local.ts';
import { checkCharacters } from '#server/platform/http/request-facts.ts';
import { fakeBankClient } from '#server/sales/payments/banks/create-provider.ts';
import { choose, CreateRequest, openOrder, refundOrder, RefundRequest, requestOf, startTicking, tickFakeBank } from './bank-orders.ts';
import { findOrder } from './fake-bank.queries.ts';
import { type BankOrder, isOutcome, statusAt } from './outcomes.ts';
import { closedPage, payPage, unknownPage } from './pay-page.ts';
import { receiptOf, signingKeys } from './receipt.ts';

/** A bank with its own tables and pages. It runs in this process for convenience, and talks to the club only over HTTP. */
export async function fakeBank(http: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  // In production it serves rehearsals on this machine only: reachable from outside it would give tickets away.
  http.addHook('onRequest', async (request, reply) => {
    if (deps.env.isProduction && !isNotForwarded(request)) return refuse(reply, 403, 'The fake bank serves this machine alone.');
    return undefined;
  });
  http.addHook('preValidation', async (request) => checkCharacters([request.params, request.query]));
  bankApi(http, deps);
  payPages(http, deps);
  // Before the server closes, because this server must answer a running callback.
  http.addHook('preClose', startTicking(deps));
}

const TOKEN_SECONDS = 3600;

const refuse = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ message });
const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
};

/** The calls of the Bank of Georgia that the club uses, with the same paths and schemas. */
function bankApi(http: FastifyInstance, { database, clock, env }: Deps): void {
  const { db } = database;
  const bank = { db, clock };
  const { clientId, clientSecret } = fakeBankClient(env);
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  // Derived from the secret, so that every process of the club accepts it.
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
      const input = CreateRequest.safeParse(request.body);
      if (!input.success) return refuse(reply, 400, 'This order cannot be read.');
      if (!staysHere(http, env.publicUrl, input.data)) return refuse(reply, 400, 'This order leads to somebody else.');
      const language = request.headers['accept-language']?.startsWith('en') ? 'en' : 'ka';
      const order = await openOrder(bank, { ...input.data, language }, keyOf(request));
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
      const input = RefundRequest.safeParse(request.body ?? {});
      const actionId = input.success
        ? await refundOrder({ database, clock }, request.params.id, input.data.amount, keyOf(request))
        : undefined;
      if (!actionId) return refuse(reply, 400, 'This cannot be refunded.');
      return reply.send({ key: 'request_received', message: 'Refund request received', action_id: actionId });
    });
  });
}

/**
 * Returns true if an order's addresses belong to this club: its public address, or for callbacks the port of this process. Otherwise the
 * bank could be made to request any address that this machine reaches.
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

const styles = readFileSync(new URL('./pay-page.css', import.meta.url), 'utf8');

type ById = { Params: { id: string } };

/** The bank's pages for the guest. */
function payPages(http: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;
  const { db } = database;

  http.get('/fake-bank/pay-page.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=60').send(styles),
  );

  http.get<ById>('/fake-bank/pay/:id', async (request, reply) => {
    const order = await findOrder(db, request.params.id);
    if (!order) return sendPage(reply.code(404), unknownPage());
    const { language, redirect_urls: urls } = requestOf(order);
    if (statusAt(order, clock.now()) !== 'created') return sendPage(reply, closedPage(language, backUrl(order, clock.now())));
    const { name, nameKa } = deps.venue();
    const payee = language === 'ka' ? nameKa : name;
    return sendPage(reply, payPage({ language, payee, amountTetri: order.amountTetri, currency: order.currency }), [
      urls.success,
      urls.fail,
    ]);
  });

  http.post<ById>('/fake-bank/pay/:id', async (request, reply) => {
    const order = await findOrder(db, request.params.id);
    if (!order) return sendPage(reply.code(404), unknownPage());
    const outcome = request.body instanceof URLSearchParams ? request.body.get('outcome') : null;
    if (!isOutcome(outcome)) return reply.code(400).type('text/plain').send('Unknown outcome');
    const chosen = await choose({ db, clock }, order, outcome);
    void tickFakeBank(deps).catch(() => undefined);
    return reply.redirect(backUrl(chosen, clock.now()), 303);
  });
}

function backUrl(order: BankOrder, now: Date): string {
  const { success, fail } = requestOf(order).redirect_urls;
  return statusAt(order, now) === 'rejected' ? fail : success;
}

/** Browsers check `form-action` along redirects too, so it includes the shop's addresses. */
function sendPage(reply: FastifyReply, page: string, formTargets: string[] = []): FastifyReply {
  const targets = [...new Set(formTargets.map((url) => new URL(url).origin))].join(' ');
  const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${targets}; base-uri 'none'; frame-ancestors 'none'`;
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('content-security-policy', policy).send(page);
}
