import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireId, wireTime } from '#shared/wire.ts';
import { PROMO_CODES_AN_EVENT, PromoCodeRules, NewPromoCodes } from './promo-codes.schemas.ts';

const count = z.number().int();
const params = z.object({ id: wireId });

/** A code of an event. `held`, `sold`: places in carts and tickets; `arrived`: used tickets. `version` must be sent with a change. */
export const CodeView = z.object({
  id: jsonId,
  code: z.string(),
  owner: z.string(),
  ticketType: z.object({ id: jsonId, name: z.string(), nameLat: z.string() }),
  uses: count.nullable(),
  usesPerPerson: count.nullable(),
  validFrom: wireTime.nullable(),
  validUntil: wireTime.nullable(),
  endedAt: wireTime.nullable(),
  version: count,
  held: count,
  sold: count,
  arrived: count,
});
export type CodeView = z.infer<typeof CodeView>;

/** Newest first. `at` is the server's time. */
export const EventPromoCodesView = z.object({ id: jsonId, at: wireTime, codes: z.array(CodeView).max(PROMO_CODES_AN_EVENT) });
export type EventPromoCodesView = z.infer<typeof EventPromoCodesView>;

/** A code is a secret, because its readers can use it; only staff who may create codes can read them. */
export const staffPromoCodesContract = {
  list: endpoint('GET', '/staff/nights/:id/promo-codes', 'events.edit', {
    summary: 'The codes of an event, and how often each is used',
    params,
    output: EventPromoCodesView,
    errors: ['event_not_found'],
  }),
  add: endpoint('POST', '/staff/nights/:id/promo-codes', 'events.edit', {
    summary: 'One code with a text, or many that are made up, for a hidden ticket type',
    params,
    body: NewPromoCodes,
    output: EventPromoCodesView.extend({ made: z.array(z.string()) }),
    invalidStatus: 422,
    creates: true,
    errors: ['confirmation_required', 'event_ended', 'event_not_found'],
  }),
  change: endpoint('PUT', '/staff/promo-codes/:id', 'events.edit', {
    summary: 'Changes what a code allows; refused when it is no longer at `version`',
    params,
    body: PromoCodeRules.safeExtend({ version: count }),
    output: EventPromoCodesView,
    invalidStatus: 422,
    errors: ['confirmation_required', 'conflict', 'event_ended'],
  }),
  end: endpoint('POST', '/staff/promo-codes/:id/end', 'events.edit', {
    summary: 'Ends a code: nobody buys with it any more; what is in carts stays',
    params,
    output: EventPromoCodesView,
    errors: ['conflict', 'event_ended'],
  }),
  reopen: endpoint('POST', '/staff/promo-codes/:id/reopen', 'events.edit', {
    summary: 'A code that was ended works again',
    params,
    output: EventPromoCodesView,
    errors: ['confirmation_required', 'conflict', 'event_ended'],
  }),
};
