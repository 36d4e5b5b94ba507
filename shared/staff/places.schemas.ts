import { z } from 'zod';

const count = z.number().int();

/**
 * The places of an event. `sold`: its valid tickets, complimentary ones included; `given`: how many of them are complimentary; `held`: in
 * carts and at the bank; `offered`: the allocations of its ticket types with a price, and complimentary places outside them; `room`: its
 * capacity.
 */
export const Places = z.object({ sold: count, given: count, held: count, offered: count, capacity: count });
export type Places = z.infer<typeof Places>;
