import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { translatorOf } from './site.ts';
import { at, enter, FRIDAY, heading, isAlive, letPass, main, SATURDAY } from './event-pages.ts';
import { arriveAt, enterOn, tabTo } from './keyboard.ts';
import { expect, test, testInEachView } from './test.ts';

const t = await translatorOf('en');

const pill = (page: Page, key: string) =>
  main(page)
    .getByText(t(`events:${key}`), { exact: true })
    .first();

test('a home page that stays open follows the night: soon, in session and act by act [§2.next-event]', async () => {
  const app = await startTestSite();
  app.clock.set('2026-11-20T22:58:00+04:00');
  const slots = [
    { floor: 1, artistName: 'Early Bird', startsAt: FRIDAY.startsAt },
    { floor: 1, artistName: 'Late Owl', startsAt: at('2026-11-21T02:00:00') },
    { floor: 2, artistName: 'Moth', startsAt: FRIDAY.startsAt },
  ];
  const { id } = await createEvent(app.ctx, { ...FRIDAY, nameLat: 'First Night', lineUps: slots });
  const page = await enter(app, { width: 390 });
  await page.goto('/');
  const playing = (name: string) => main(page).getByRole('listitem').getByRole('link', { name }).first();
  await pill(page, 'starting_soon').waitFor();
  await letPass(app, page, FRIDAY.startsAt);
  await pill(page, 'in_session').waitFor();
  for (const name of ['Early Bird', 'Late Owl', 'Moth']) await expect(playing(name)).toHaveAttribute('href', paths.event(id));
  await letPass(app, page, at('2026-11-21T00:05:00'));
  await main(page).getByText('7 h left').waitFor();
  await letPass(app, page, at('2026-11-21T02:00:00'));
  await playing('Early Bird').waitFor({ state: 'detached' });
  await main(page)
    .getByText(t('events:until', { time: '07:00' }))
    .first()
    .waitFor();
});

test('a home page that stays open shows the next event once the night is over [§2.next-event]', async () => {
  const app = await startTestSite();
  app.clock.set('2026-11-21T06:58:00+04:00');
  await createEvent(app.ctx, { ...FRIDAY, nameLat: 'First Night' });
  await createEvent(app.ctx, { ...SATURDAY, nameLat: 'Second Night' });
  const page = await enter(app, { width: 390 });
  await page.goto('/');
  await heading(page, 'First Night').waitFor();
  await letPass(app, page, FRIDAY.endsAt);
  await heading(page, 'Second Night').waitFor();
  await pill(page, 'starting_soon').waitFor();
});

test('a page of an event that stays open sells from the first moment to the last [§2.get-ticket]', async () => {
  const app = await startTestSite({ clock: createTestClock('2026-11-20T17:58:00+04:00') });
  const { id } = await createEvent(app.ctx, { ...FRIDAY, ticketTypes: [{ onSaleFrom: at('2026-11-20T18:00:00') }] });
  const page = await enter(app, { width: 390 });
  await page.goto(paths.event(id));
  const buy = page.getByRole('button', { name: t('events:get_ticket') });
  await page.getByRole('button', { name: t('events:not_yet') }).waitFor();
  await page.getByText(t('events:tickets_from', { date: 'November 20, 2026', time: '18:00' })).waitFor();

  await letPass(app, page, at('2026-11-20T18:00:00'));
  await buy.waitFor();
  await letPass(app, page, at('2026-11-21T06:58:00'));
  await page.getByText(t('events:in_session'), { exact: true }).waitFor();
  await buy.waitFor();

  await letPass(app, page, FRIDAY.endsAt);
  await buy.waitFor({ state: 'detached' });
  await main(page).getByText(t('events:over')).waitFor();
  await main(page).getByText('40,00').waitFor();
});

testInEachView('from the home page to the bank by the keyboard alone', async ({ width }) => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx);
  await createEvent(app.ctx, { ...SATURDAY, nameLat: 'Copper Moon' });
  const page = await enter(app, { width });
  await page.addInitScript((token) => localStorage.setItem('accessToken', token), guest.accessToken);
  // The bank is another site.
  await page.route('**/fake-bank/**', (route) => route.fulfill({ body: 'The bank' }));
  await page.goto('/');
  await isAlive(page);
  await enterOn(
    page,
    main(page)
      .getByRole('link', { name: t('events:get_ticket') })
      .first(),
  );
  await arriveAt(page, /Events\/\d+/);
  await enterOn(page, page.getByRole('button', { name: t('events:get_ticket') }));
  await page.getByRole('link', { name: t('events:view_cart') }).waitFor();
  await enterOn(page, page.getByRole('link', { name: t('events:view_cart') }));
  await arriveAt(page, /Cart/);
  await page.locator('[name=acceptTerms]').waitFor();
  await tabTo(page, page.locator('[name=acceptTerms]'));
  await page.keyboard.press('Space');
  await enterOn(page, page.getByRole('button', { name: t('cart:checkout') }));
  await page.waitForURL(/fake-bank/);
});
