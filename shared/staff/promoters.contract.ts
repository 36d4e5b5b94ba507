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
  list: endpoint('GET', '/staff/promoters', 'money.read', { summary: 'All promoters with what they brought', output: PromotersView }),
  events: endpoint('GET', '/staff/promoters/:id/events', 'money.read', {
    summary: 'What a promoter brought, by event, the latest first',
    params,
    output: z.object({ items: z.array(PromotedEvent) }),
  }),
  file: endpoint('GET', '/staff/promoters/file', 'money.read', {
    summary: 'What each promoter brought to each event, as a CSV file',
    query: z.object({ lang: z.enum(LANGUAGES).optional() }),
    output: z.unknown(),
    produces: 'text/csv',
  }),
  add: endpoint('POST', '/staff/promoters', 'events.edit', {
    summary: 'A new promoter with a name in links',
    body: NewPromoter,
    output: PromotersView,
    invalidStatus: 422,
    creates: true,
  }),
  change: endpoint('PUT', '/staff/promoters/:id', 'events.edit', {
    summary: 'Changes name and commission, also of what was brought; refused when it is no longer at `version`',
    params,
    body: PromoterRules.extend({ version: count }),
    output: PromotersView,
    invalidStatus: 422,
    errors: ['conflict'],
  }),
  end: endpoint('POST', '/staff/promoters/:id/end', 'events.edit', {
    summary: 'Ends the links of a promoter: they lead on, and count for nobody',
    params,
    output: PromotersView,
    errors: ['conflict'],
  }),
  reopen: endpoint('POST', '/staff/promoters/:id/reopen', 'events.edit', {
    summary: 'The links of a promoter count again',
    params,
    output: PromotersView,
    errors: ['conflict'],
  }),
  makeLink: endpoint('POST', '/staff/promoters/:id/link', 'events.edit', {
    summary: 'A link to a page on which the promoter reads the own figures without an account; the one before ends',
    params,
    output: PromotersView.extend({ url: z.url() }),
  }),
  endLink: endpoint('DELETE', '/staff/promoters/:id/link', 'events.edit', {
    summary: 'Ends the link of a promoter’s page',
    params,
    output: PromotersView,
    errors: ['conflict'],
  }),
};
