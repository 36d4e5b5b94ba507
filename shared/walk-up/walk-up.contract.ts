import { z } from 'zod';
import { walkUpInput } from '#shared/accounts/account.schemas.ts';
import { AccessTokenView } from '#shared/accounts/accounts.contract.ts';
import { endpoint } from '#shared/contract.ts';
import { gel, jsonId, wireId, wireTime } from '#shared/wire.ts';

/** `early` and `over`: outside of the time of the walk-up. `verified`: the event is for guests whom staff know. `off`: the club does not offer it. */
export const WALK_UP_STATES = ['open', 'early', 'over', 'sold_out', 'verified', 'off'] as const;

/** What somebody at the rope sees. `from`: when the walk-up begins. `price`: of one place, null when none is on sale. `most`: the places of one person. */
export const WalkUpView = z.object({
  event: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime }),
  state: z.enum(WALK_UP_STATES),
  from: wireTime,
  price: gel.nullable(),
  most: z.number().int(),
});
export type WalkUpView = z.infer<typeof WalkUpView>;

const systemNow = () => new Date();

const params = z.object({ id: wireId });

export const walkUpContract = {
  look: endpoint('GET', '/Events/:id/walk-up', 'public', {
    summary: 'Whether tickets of an event are sold at the rope now, and for how much',
    params,
    output: WalkUpView,
    errors: ['event_not_found'],
  }),
  enter: endpoint('POST', '/Events/:id/walk-up', 'public', {
    summary: 'A new account by the short way, for somebody at the rope: the rest is asked at the desk later. Answers like a login',
    params,
    body: walkUpInput(systemNow),
    output: AccessTokenView,
    invalidStatus: 422,
    errors: ['email_taken', 'event_not_found', 'not_offered', 'sold_out', 'verified_only'],
  }),
};
