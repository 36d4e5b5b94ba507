import { asc, eq, like, sql } from 'drizzle-orm';
import type { Language } from '#shared/constants.ts';
import { mails } from '#server/platform/platform.table.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { createEvent } from './events.ts';
import { complimentary } from './complimentary.ts';
import { createTicket } from './tickets.ts';
import { createAdmin, createUser, type TestUser } from './users.ts';

/** The console's input that moves or changes the event of `openSoldEvent`. */
export const FRIDAY = {
  name: 'ობერტონი',
  nameLat: 'Oberton',
  startsAt: new Date('2026-12-04T23:00:00+04:00'),
  endsAt: new Date('2026-12-05T07:00:00+04:00'),
};

/** Creates a guest with a language and a paid ticket of an event. */
export async function createHolder(
  app: TestApp,
  event: { eventId: number; ticketTypeId: number },
  language: Language = 'en',
): Promise<TestUser & { ticketId: number }> {
  const user = await createUser(app.ctx);
  const { id: ticketId } = await createTicket(app.ctx, { userId: user.id, ...event });
  await app.ctx.db.update(orders).set({ language }).where(eq(orders.userId, user.id));
  return { ...user, ticketId };
}

/** Creates a published event with a guest who bought in English, one who bought in Georgian, and one on the guest list with two places. */
export async function openSoldEvent(app: TestApp) {
  const admin = await createAdmin(app.ctx, { firstName: 'Lela', lastName: 'Maisuradze' });
  const api = app.api(admin.accessToken);
  const { id, ticketTypeId } = await createEvent(app.ctx, FRIDAY);
  const event = { eventId: id, ticketTypeId };
  const english = await createHolder(app, event, 'en');
  const georgian = await createHolder(app, event, 'ka');
  await api.staffTicketTypes.give({ id, body: { ...complimentary, language: 'ka' } });
  return { admin, api, staff: api.staffEvents, id, event, english, georgian, invited: complimentary.email };
}

/** Lets the minutes pass that mails about a moved event wait. */
export const waitForMoveMails = ({ owner }: TestApp) =>
  owner.execute(sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and key like 'mail:%'`);

/** Returns the mails about changes of events in the order they were stored. */
export const noticesOf = ({ ctx }: TestApp) =>
  ctx.db
    .select({ recipient: mails.recipient, language: mails.language, state: mails.state, key: mails.key, messageId: mails.messageId })
    .from(mails)
    .where(like(mails.key, 'event-notice:%'))
    .orderBy(asc(mails.id));

export const changeTicket = ({ ctx }: TestApp, id: number, change: Partial<typeof tickets.$inferInsert>) =>
  ctx.db.update(tickets).set(change).where(eq(tickets.id, id));
