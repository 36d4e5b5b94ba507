import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '#server/platform/context.ts';
import { choose, requestOf } from './bank-orders.ts';
import { tickFakeBank } from './callbacks.ts';
import { findOrder } from './fake-bank.queries.ts';
import { isOutcome, statusAt, type BankOrder } from './outcomes.ts';
import { closedPage, payPage, unknownPage } from './pay-page.ts';

const styles = readFileSync(new URL('./pay-page.css', import.meta.url), 'utf8');

type ById = { Params: { id: string } };

/** The bank's pages for the guest. */
export function payPages(http: FastifyInstance, deps: Deps): void {
  const { database, clock, env } = deps;
  const { db } = database;

  http.get('/fake-bank/pay-page.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=60').send(styles),
  );

  http.get<ById>('/fake-bank/pay/:id', async (request, reply) => {
    const order = await findOrder(db, request.params.id);
    if (!order) return sendPage(reply.code(404), unknownPage());
    const { language, redirect_urls: urls } = requestOf(order);
    if (statusAt(order, clock.now()) !== 'created') return sendPage(reply, closedPage(language, backUrl(order, clock.now())));
    const payee = language === 'ka' ? env.venue.nameKa : env.venue.name;
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

/** Browsers check `form-action` along redirects too, so the shop's addresses are in it. */
function sendPage(reply: FastifyReply, page: string, formTargets: string[] = []): FastifyReply {
  const targets = [...new Set(formTargets.map((url) => new URL(url).origin))].join(' ');
  const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${targets}; base-uri 'none'; frame-ancestors 'none'`;
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('content-security-policy', policy).send(page);
}
