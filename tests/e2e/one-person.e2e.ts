import { eq } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { arrive } from './guest.ts';
import { expectSound } from './invitations.ts';
import { onPhone, test } from './test.ts';

test('the event says that the accounts of a person share the places, and the cart that a rejected guest buys nothing', async () => {
  const app = await startTestSite({ env: { PLACES_SHARED_BY_PERSON: 'true', REJECTED_MAY_BUY: 'false' } });
  const guest = await arrive(app, { ...onPhone, allowed: /status of (403|409)/ });
  const { page, t } = guest;
  const [{ id: full }, { id: open }] = [await createEvent(app.ctx, { ticketsPerPerson: 4 }), await createEvent(app.ctx)];
  const { personalNumberDigest, sealedPersonalNumber } = (await app.ctx.db.select().from(users).where(eq(users.id, guest.id)))[0] ?? {};
  const other = await createUser(app.ctx);
  await app.ctx.db.update(users).set({ personalNumberDigest, sealedPersonalNumber }).where(eq(users.id, other.id));
  await app.api(other.accessToken).cart.addTicket({ eventId: full, quantity: 4 });
  await page.goto(paths.event(full));
  await page
    .getByRole('button', { name: t('events:get_ticket') })
    .first()
    .click();
  await page
    .getByText(t('errors:person_limit_shared', { limit: '4' }))
    .first()
    .waitFor();
  await expectSound(page, 'an event whose places the person has');

  await app.api(await signInAgain(app.ctx, guest.id)).cart.addTicket({ eventId: open });
  await app.ctx.db.update(users).set({ status: 'Rejected' }).where(eq(users.id, guest.id));
  await page.goto(paths.cart);
  await page.locator('[name=acceptTerms]').check();
  await page.getByRole('button', { name: t('cart:checkout') }).click();
  await page.getByRole('alert').getByText(t('errors:account_rejected')).first().waitFor();
  await expectSound(page, 'a cart that is refused');
});
