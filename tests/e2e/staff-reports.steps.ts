import { createEvent } from '#tests/factories/events.ts';
import { newPromoter } from '#tests/factories/promoters.ts';
import { buyTickets, createGuest } from '#tests/factories/sold-out.ts';
import { lastOrderOf } from '#tests/factories/staff-money.ts';
import { createAdmin } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { at } from './event-pages.ts';

/** Creates two Fridays: a past one with three tickets, one of them refunded, and a coming one with two. */
export async function sellTwoFridays(app: TestApp) {
  app.clock.set(at('2026-11-02T18:00:00'));
  const first = await createEvent(app.ctx, { name: 'რკინის ბაღი', nameLat: 'Iron Garden', startsAt: at('2026-11-06T23:00:00') });
  const second = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', startsAt: at('2026-11-13T23:00:00') });
  const [regular, other] = [await createGuest(app), await createGuest(app)];
  const [ticket] = await buyTickets(app, regular, { eventId: first.id, quantity: 2 });
  await buyTickets(app, other, { eventId: first.id });
  const staff = app.api((await createAdmin(app.ctx)).accessToken);
  await newPromoter(staff);
  await staff.staffMoney.refundOrder({ id: await lastOrderOf(app, other.id), body: { reason: 'The guest is ill.' } });
  await staff.door.scan({ body: { isReject: false, ticketId: ticket ?? 0 } });
  app.clock.set(at('2026-11-09T18:00:00'));
  const again = await createGuest(app);
  await buyTickets(app, again, { eventId: second.id, quantity: 2 });
  return { first: first.id, second: second.id };
}
