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
    summary: 'List an event’s promo codes and their uses',
    params,
    output: EventPromoCodesView,
    errors: ['event_not_found'],
  }),
  add: endpoint('POST', '/staff/nights/:id/promo-codes', 'events.edit', {
    summary: 'Create a promo code for a hidden ticket type: one with a given text, or many generated ones',
    params,
    body: NewPromoCodes,
    output: EventPromoCodesView.extend({ made: z.array(z.string()) }),
    invalidStatus: 422,
    creates: true,
    errors: ['confirmation_required', 'event_ended', 'event_not_found'],
  }),
  change: endpoint('PUT', '/staff/promo-codes/:id', 'events.edit', {
    summary: 'Change a promo code’s limits; refused if `version` is outdated',
    params,
    body: PromoCodeRules.safeExtend({ version: count }),
    output: EventPromoCodesView,
    invalidStatus: 422,
    errors: ['confirmation_required', 'conflict', 'event_ended'],
  }),
  end: endpoint('POST', '/staff/promo-codes/:id/end', 'events.edit', {
    summary: 'End a promo code; tickets already in carts keep it',
    params,
    output: EventPromoCodesView,
    errors: ['conflict', 'event_ended'],
  }),
  reopen: endpoint('POST', '/staff/promo-codes/:id/reopen', 'events.edit', {
    summary: 'Resume a promo code',
    params,
    output: EventPromoCodesView,
    errors: ['confirmation_required', 'conflict', 'event_ended'],
  }),
};
