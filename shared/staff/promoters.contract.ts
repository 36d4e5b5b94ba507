import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { Promoted, PromotedEvent } from '#shared/promoters/promoter.schemas.ts';
import { jsonId, wireId, wireTime } from '#shared/wire.ts';
import { NewPromoter, PromoterRules } from './promoters.schemas.ts';

const count = z.number().int();
const params = z.object({ id: wireId });

/** A promoter with the sums of all events. `version` must be sent with a change. */
export const PromoterView = Promoted.extend({
  id: jsonId,
  endedAt: wireTime.nullable(),
  linkMadeAt: wireTime.nullable(),
  version: count,
});
export type PromoterView = z.infer<typeof PromoterView>;

/** Ended ones last. */
export const PromotersView = z.object({ items: z.array(PromoterView) });
export type PromotersView = z.infer<typeof PromotersView>;

/** Money is read with `money.read`; promoters and their links need the right to edit events. */
export const staffPromotersContract = {
  list: endpoint('GET', '/staff/promoters', 'money.read', { summary: 'List promoters with their results', output: PromotersView }),
  events: endpoint('GET', '/staff/promoters/:id/events', 'money.read', {
    summary: 'Get a promoter’s results by event, latest first',
    params,
    output: z.object({ items: z.array(PromotedEvent) }),
  }),
  file: endpoint('GET', '/staff/promoters/file', 'money.read', {
    summary: 'Export promoters’ results by event as CSV',
    query: z.object({ lang: z.enum(LANGUAGES).optional() }),
    output: z.unknown(),
    produces: 'text/csv',
  }),
  add: endpoint('POST', '/staff/promoters', 'events.edit', {
    summary: 'Create a promoter with a ref code',
    body: NewPromoter,
    output: PromotersView,
    invalidStatus: 422,
    creates: true,
  }),
  change: endpoint('PUT', '/staff/promoters/:id', 'events.edit', {
    summary: 'Change a promoter’s name and commission, also for past results; refused if `version` is outdated',
    params,
    body: PromoterRules.extend({ version: count }),
    output: PromotersView,
    invalidStatus: 422,
    errors: ['conflict'],
  }),
  end: endpoint('POST', '/staff/promoters/:id/end', 'events.edit', {
    summary: 'End a promoter’s links: they still work but no longer count',
    params,
    output: PromotersView,
    errors: ['conflict'],
  }),
  reopen: endpoint('POST', '/staff/promoters/:id/reopen', 'events.edit', {
    summary: 'Resume a promoter’s links: they count again',
    params,
    output: PromotersView,
    errors: ['conflict'],
  }),
  makeLink: endpoint('POST', '/staff/promoters/:id/link', 'events.edit', {
    summary: 'Create the link to a promoter’s results page, which needs no account; the previous link stops working',
    params,
    output: PromotersView.extend({ url: z.url() }),
  }),
  endLink: endpoint('DELETE', '/staff/promoters/:id/link', 'events.edit', {
    summary: 'Revoke the link to a promoter’s results page',
    params,
    output: PromotersView,
    errors: ['conflict'],
  }),
};
