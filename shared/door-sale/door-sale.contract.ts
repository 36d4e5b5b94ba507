import { z } from 'zod';
import { doorSaleInput } from '#shared/accounts/account.schemas.ts';
import { AccessTokenView } from '#shared/accounts/accounts.contract.ts';
import { endpoint } from '#shared/contract.ts';
import { LINK_TOKEN_MAX } from '#shared/tickets/transfers.schemas.ts';
import { gel, jsonId, wireId, wireTime } from '#shared/wire.ts';

/**
 * `early` and `over`: outside the hours of the door sale. `verified`: the event is for verified guests. `off`: the club does not offer it.
 */
const DOOR_SALE_STATES = ['open', 'early', 'over', 'sold_out', 'verified', 'off'] as const;

/**
 * What a guest sees of the door sale. `from`: when it begins. `price`: of one place, null if none is on sale. `most`: the places per
 * person.
 */
export const DoorSaleView = z.object({
  event: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime }),
  state: z.enum(DOOR_SALE_STATES),
  from: wireTime,
  price: gel.nullable(),
  most: z.number().int(),
});
export type DoorSaleView = z.infer<typeof DoorSaleView>;

const systemNow = () => new Date();

const params = z.object({ id: wireId });

export const doorSaleContract = {
  look: endpoint('GET', '/Events/:id/door-sale', 'public', {
    summary: 'Get whether an event has door sale now, and its price',
    params,
    output: DoorSaleView,
    errors: ['event_not_found'],
  }),
  enterByLink: endpoint('POST', '/Transfers/enter', 'public', {
    summary: 'Create an account with fewer fields for a friend with the link of a ticket. Returns what a login returns',
    body: doorSaleInput(systemNow).extend({ token: z.string().min(1).max(LINK_TOKEN_MAX) }),
    output: AccessTokenView,
    invalidStatus: 422,
    errors: ['email_taken', 'transfer_ended', 'transfer_over', 'transfer_unknown', 'verified_only'],
  }),
  enter: endpoint('POST', '/Events/:id/door-sale', 'public', {
    summary:
      'Create an account for a guest at the door, with fewer fields; verification asks for the rest later. Returns what a login returns',
    params,
    body: doorSaleInput(systemNow),
    output: AccessTokenView,
    invalidStatus: 422,
    errors: ['email_taken', 'event_not_found', 'not_offered', 'sold_out', 'verified_only'],
  }),
};
