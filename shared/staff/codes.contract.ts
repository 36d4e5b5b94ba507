import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireId, wireTime } from '#shared/wire.ts';
import { CODES_AN_EVENT, CodeRules, NewCodes } from './codes.schemas.ts';

const count = z.number().int();
const params = z.object({ id: wireId });

/** A code of an event. `held`, `sold`: places in carts and tickets; `arrived`: tickets that were used. `version` must be sent with a change. */
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

/** The newest first. `at` is the server's time. */
export const EventCodesView = z.object({ id: jsonId, at: wireTime, codes: z.array(CodeView).max(CODES_AN_EVENT) });
export type EventCodesView = z.infer<typeof EventCodesView>;

/** A code is a secret, because a reader can use it: those read codes who make them. */
export const staffCodesContract = {
  list: endpoint('GET', '/staff/nights/:id/codes', 'events.edit', {
    summary: 'The codes of an event, and how often each is used',
    params,
    output: EventCodesView,
    errors: ['event_not_found'],
  }),
  add: endpoint('POST', '/staff/nights/:id/codes', 'events.edit', {
    summary: 'One code with a text, or many that are made up, for a hidden ticket type',
    params,
    body: NewCodes,
    output: EventCodesView.extend({ made: z.array(z.string()) }),
    invalidStatus: 422,
    creates: true,
    errors: ['confirmation_required', 'event_ended', 'event_not_found'],
  }),
  change: endpoint('PUT', '/staff/codes/:id', 'events.edit', {
    summary: 'Changes what a code allows; refused when it is no longer at `version`',
    params,
    body: CodeRules.safeExtend({ version: count }),
    output: EventCodesView,
    invalidStatus: 422,
    errors: ['confirmation_required', 'conflict', 'event_ended'],
  }),
  end: endpoint('POST', '/staff/codes/:id/end', 'events.edit', {
    summary: 'Ends a code: nobody buys with it any more; what is in carts stays',
    params,
    output: EventCodesView,
    errors: ['conflict', 'event_ended'],
  }),
  reopen: endpoint('POST', '/staff/codes/:id/reopen', 'events.edit', {
    summary: 'A code that was ended works again',
    params,
    output: EventCodesView,
    errors: ['confirmation_required', 'conflict', 'event_ended'],
  }),
};
