import { z } from 'zod';
import { jsonId, wireTime } from '#shared/wire.ts';

const count = z.number().int().min(0);
const key = z.string();

/** People with at least one valid, unused ticket, complimentary ones included, and how many such tickets they hold. */
export const Holders = z.object({ people: count, tickets: count });
export type Holders = z.infer<typeof Holders>;

/** Something an owner is asked about once before a night is published, moved or copied. */
export const NightWarning = z.discriminatedUnion('code', [
  z.object({
    key,
    code: z.literal('evening_taken'),
    night: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime, endDate: wireTime }),
  }),
  z.object({ key, code: z.literal('past') }),
  z.object({ key, code: z.literal('too_long'), hours: z.number() }),
  z.object({ key, code: z.literal('acts_outside'), acts: z.array(z.object({ name: z.string(), startDate: wireTime })) }),
  z.object({ key, code: z.literal('nothing_on_sale') }),
  z.object({ key, code: z.literal('holders_told'), news: z.enum(['moved', 'restored']), ...Holders.shape }),
]);
export type NightWarning = z.infer<typeof NightWarning>;
