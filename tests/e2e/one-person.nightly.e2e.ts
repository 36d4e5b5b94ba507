import { paths } from '#shared/paths.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { register, registrationOf } from './registration.ts';
import { translatorOf, visit } from './site.ts';
import { expect, test, onPhone } from './test.ts';
import { eq } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { arrive } from './guest.ts';
import { expectSound } from './invitations.ts';

const NUMBER = '01001000002';

test('a banned person reads at the registration that no account is opened, and loses nothing that was typed', async () => {
  const app = await startTestSite();
  const banned = await createUser(app.ctx, { personalNumber: NUMBER });
  const staff = await createAdmin(app.ctx);
  await app.api(staff.accessToken).guests.ban({ id: banned.id, body: { reason: 'Took pictures', until: null } });
  const page = await visit({ origin: app.url, folder: '' }, { language: 'ka', width: 390, allowed: /status of 409/ });
  await page.clock.setFixedTime(app.clock.now());
  const t = await translatorOf('ka');
  await page.goto(paths.register);
  const typed = registrationOf({ email: 'lela@example.com', personalNumber: NUMBER });
  await register(page, typed);
  await page.getByRole('alert').getByText(t('account-errors:person_banned')).waitFor();
  for (const [name, text] of Object.entries(typed))
    expect([name, await page.locator(`main [name="${name}"]`).inputValue()]).toEqual([name, text]);
  await expectNoViolations(page, 'a registration that is refused');
});

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
