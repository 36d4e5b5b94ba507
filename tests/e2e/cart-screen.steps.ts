import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { arrive } from './guest.ts';

export const allowed = /status of (409|500)/;

/** Opens a cart with one place. */
export async function openCart() {
  const app = await startTestSite();
  const guest = await arrive(app, { allowed });
  const { id: eventId } = await createEvent(app.ctx, { nameLat: 'Deep Kura', descriptionLat: 'All night long.', priceTetri: 4050 });
  const { cart } = app.api(guest.accessToken);
  await cart.addTicket({ eventId });
  await guest.page.goto(paths.cart);
  return { page: guest.page, t: guest.t, cart, main: guest.page.getByRole('main') };
}
