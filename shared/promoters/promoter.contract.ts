import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId } from '#shared/wire.ts';
import { Promoted, PromotedEvent } from './promoter.schemas.ts';

const TOKEN_MAX = 200;

/** A promoter's own view. `coming`: events that links can lead to now. */
export const PromoterPageView = Promoted.extend({
  hasEnded: z.boolean(),
  events: z.array(PromotedEvent),
  coming: z.array(z.object({ id: jsonId, name: z.string(), nameLat: z.string() })),
});
export type PromoterPageView = z.infer<typeof PromoterPageView>;

export const promoterContract = {
  read: endpoint('POST', '/Promoter/read', 'public', {
    summary: 'Get a promoter’s results by the link of their page, without an account',
    body: z.object({ token: z.string().min(1).max(TOKEN_MAX) }),
    output: PromoterPageView,
    errors: ['promoter_link_unknown', 'too_many_requests'],
  }),
};
