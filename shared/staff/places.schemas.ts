import { z } from 'zod';

const count = z.number().int();

/**
 * The places of an event. `sold`: its valid tickets, those given away included; `given`: how many of them were given away; `held`: in carts
 * and at the bank; `offered`: the quotas of its ticket types with a price, and what was given away outside of them; `room`: how many people it takes.
 */
export const Places = z.object({ sold: count, given: count, held: count, offered: count, room: count });
export type Places = z.infer<typeof Places>;
