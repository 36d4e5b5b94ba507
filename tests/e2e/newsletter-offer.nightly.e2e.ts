import { eq } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { openDoorSale, walker } from '#tests/factories/door-sale.ts';
import { arrive, openShop } from './guest.ts';
import { enter, expectSound } from './invitations.ts';
import { register, registrationOf } from './registration.ts';
import { expect, testInEachView } from './test.ts';

testInEachView(
  'registration, cart and door sale offer the newsletter without a tick, and store only a tick',
  async ({ language, width }) => {
    const app = await openShop();
    const { id: eventId } = await createEvent(app.ctx);
    const sinceOf = async (email: string) => {
      const [row] = await app.ctx.db.select({ since: users.newsletterSince }).from(users).where(eq(users.email, email));
      return row?.since;
    };

    for (const isTicked of [false, true]) {
      const [email, personalNumber] = isTicked ? ['lela@example.com', '01001000002'] : ['nino@example.com', '01001000003'];
      const { page, t } = await enter(app, { language, width });
      await page.goto(paths.register);
      const box = page.getByLabel(t('forms:newsletter'));
      await expect(box).not.toBeChecked();
      if (isTicked) await box.check();
      await register(page, registrationOf({ email, personalNumber }));
      await page.waitForURL(/login/);
      expect(await sinceOf(email)).toEqual(isTicked ? app.clock.now() : null);
    }

    const { page, t, email, accessToken } = await arrive(app, { language, width });
    const box = page.getByLabel(t('forms:newsletter'));
    const terms = page.locator('[name=acceptTerms]');
    const checkOut = async () => {
      await terms.check();
      await page.getByRole('button', { name: t('cart:checkout') }).click();
      await page.waitForURL(/fake-bank/);
    };
    await app.api(accessToken).cart.addTicket({ eventId });
    await page.goto(paths.cart);
    await expect(box).not.toBeChecked();
    await expectSound(page, 'a cart that offers the newsletter');
    await checkOut();
    expect(await sinceOf(email)).toBeNull();
    await page.goto(paths.cart);
    await box.check();
    await checkOut();
    expect(await sinceOf(email)).toEqual(app.clock.now());
    await page.goto(paths.profile);
    await expect(page.getByLabel(t('accounts:newsletter.label'))).toBeChecked();
    await page.getByText(t('accounts:newsletter.waits')).waitFor();
    // A subscriber sees no checkbox.
    const known = page.waitForResponse(/auth\/me$/i);
    await page.goto(paths.cart);
    await terms.waitFor();
    await known;
    await expect(box).toHaveCount(0);

    const { id: atDoor } = await openDoorSale(app);
    const { page: door } = await enter(app, { language, width });
    await door.goto(paths.doorSale(atDoor));
    const doorBox = door.getByLabel(t('forms:newsletter'));
    await expect(doorBox).not.toBeChecked();
    await expectSound(door, 'a door sale that offers the newsletter');
    const write = (name: string, text: string) => door.locator(`main [name="${name}"]`).fill(text);
    const [year = '', month = '', day = ''] = walker.birthdate.split('-');
    for (const name of ['firstName', 'lastName', 'phoneNumber', 'email'] as const) await write(name, walker[name]);
    await write('birthdate-day', day);
    await write('birthdate-month', month);
    await write('birthdate-year', year);
    await doorBox.check();
    await door.locator('[name=acceptTerms]').check();
    await door.locator('main form button[type=submit]').click();
    await door.waitForURL(/fake-bank/);
    expect(await sinceOf(walker.email)).toEqual(app.clock.now());
  },
);
