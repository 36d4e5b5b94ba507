import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { type TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';

/** Creates an event at 23:20 with two guests who hold tickets. */
export async function openEvent(): Promise<{ app: TestApp; eventId: number; ticketIds: number[] }> {
  const app = await startTestSite();
  app.clock.set('2026-11-21T23:20:00+04:00');
  const startsAt = new Date('2026-11-21T23:00:00+04:00');
  const event = await createEvent(app.ctx, { name: 'ნულოვანი', nameLat: 'Nulovani', startsAt });
  const user = await createUser(app.ctx, { firstName: 'Salome', lastName: 'Drift', birthdate: '2001-03-14' });
  const tickets = [await createTicket(app.ctx, { userId: user.id, eventId: event.id })];
  tickets.push(await createTicket(app.ctx, { userId: user.id, eventId: event.id }));
  return { app, eventId: event.id, ticketIds: tickets.map(({ id }) => id) };
}
