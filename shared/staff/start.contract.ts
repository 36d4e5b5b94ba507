import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';

const count = z.number().int();

/** What leads to the first event on sale; each is ticked by how things are. */
export const StartSteps = z.object({
  club: z.boolean(),
  bank: z.boolean(),
  mail: z.boolean(),
  night: z.boolean(),
  lineUp: z.boolean(),
  releases: z.boolean(),
  published: z.boolean(),
});

/** `nightId`: the event that the steps speak of. `night`: the one that visitors see, running or next, with places sold of those in the room. */
export const StartView = z.object({
  steps: StartSteps,
  nightId: count.nullable(),
  night: z
    .object({
      id: count,
      name: z.string(),
      nameLat: z.string(),
      startDate: z.string(),
      isRunning: z.boolean(),
      sold: count,
      capacity: count,
    })
    .nullable(),
  waiting: z.object({ guests: count, enquiries: count, alerts: count, mails: count }),
});
export type StartView = z.infer<typeof StartView>;

export const staffStartContract = {
  get: endpoint('GET', '/staff/start', 'admin', { summary: 'How far the club is set up, and what waits today', output: StartView }),
};
