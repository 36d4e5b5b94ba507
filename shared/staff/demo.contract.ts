import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';

const count = z.number().int();

/** Why the demo's events cannot be loaded: a real bank takes payments, so visitors could pay for them, or the club has events. */
const DEMO_HINDRANCES = ['bank', 'events'] as const;

/** `events`: how many of the demo's events are here. */
const DemoView = z.object({ events: count, hindrance: z.enum(DEMO_HINDRANCES).nullable() });
export type DemoView = z.infer<typeof DemoView>;

/** Invented events to look at, which a club can remove again (server/demo/own-demo.service.ts). */
export const staffDemoContract = {
  get: endpoint('GET', '/staff/demo', 'events.edit', {
    summary: 'Count the demo events, and tell if they can be loaded',
    output: DemoView,
  }),
  load: endpoint('POST', '/staff/demo', 'events.edit', {
    summary: 'Load the demo events, without guests and sales, into a club without events',
    output: DemoView,
    errors: ['demo_bank', 'demo_events'],
  }),
  remove: endpoint('DELETE', '/staff/demo', 'events.edit', {
    summary: 'Delete the demo events, all or none; events with past orders but no ticket holders become drafts',
    output: DemoView,
    errors: ['demo_sold'],
  }),
};
