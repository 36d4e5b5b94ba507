import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, queryTime, wireId, wireInteger } from '#shared/wire.ts';
import { PAST_EVENTS_LIMIT } from '#shared/constants.ts';
import { EventView } from './event.views.ts';

export const eventsContract = {
  list: endpoint('GET', '/Events', 'public', {
    summary: 'Published events that run or come, ascending by start',
    output: z.array(EventView),
    cached: true,
  }),
  listAll: endpoint('GET', '/Events/AllEvents', 'public', {
    summary: 'The same list under its second name',
    output: z.array(EventView),
    cached: true,
  }),
  past: endpoint('GET', '/Events/PastEvents', 'public', {
    summary: 'Past events, newest first; `before` pages back',
    query: z.object({ before: queryTime.optional(), limit: wireInteger(1, PAST_EVENTS_LIMIT).optional() }),
    output: z.array(EventView),
    cached: true,
  }),
  soon: endpoint('GET', '/SoonEvents', 'public', {
    summary: 'What the owner marked as coming soon, else the first four upcoming',
    output: z.array(z.object({ id: jsonId, event: EventView })),
    cached: true,
  }),
  get: endpoint('GET', '/Events/:id', 'public', {
    summary: 'One event; past, sold-out and cancelled ones included',
    params: z.object({ id: wireId }),
    output: EventView,
    cached: true,
    errors: ['event_not_found'],
  }),
};
