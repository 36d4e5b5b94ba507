import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { sitDown } from './staff-events.steps.ts';
import { expect, test, testInEachView } from './test.ts';

/** A person who types forty words a minute, and looks before each step. */
const KEY_MS = 300;
const LOOK_MS = 1_500;

test('an event is on sale after seven steps in one screen, in less time than a minute by hand', async () => {
  test.slow();
  const app = await startTestSite();
  const { page, t } = await sitDown(app);
  await page.goto('/staff/events');
  let steps = 0;
  const step = async (act: () => Promise<unknown>) => {
    steps += 1;
    await pause(LOOK_MS);
    await act();
  };
  const type = (box: Locator, text: string) => step(() => box.pressSequentially(text, { delay: KEY_MS }));
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByText(t('staff-events:none.upcoming')).waitFor();
  const photo = await sharp({ create: { width: 600, height: 700, channels: 3, background: '#ff5a1f' } })
    .jpeg()
    .toBuffer();
  const begun = performance.now();
  await step(() =>
    page
      .getByRole('link', { name: t('staff:create_event'), exact: true })
      .first()
      .click(),
  );
  await type(page.getByLabel(t('staff-events:field.name'), { exact: true }).first(), 'ნულოვანი');
  await type(page.getByLabel(t('staff-events:field.nameLat'), { exact: true }), 'Nulovani');
  await type(
    page
      .getByRole('group', { name: t('staff-events:field.day'), exact: true })
      .getByRole('spinbutton')
      .first(),
    '27112026',
  );
  await type(page.getByLabel(t('staff-orders:csv.price'), { exact: true }), '40');
  const choose = page.getByLabel(t('staff-events:photo.choose'), { exact: true }).and(page.locator('input'));
  await step(() => choose.setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: photo }));
  await step(() => button(t('staff-events:put_on_sale')).click());
  await page.getByText(t('staff-events:published'), { exact: true }).waitFor();
  console.log(`A new event on sale: ${steps} steps, ${((performance.now() - begun) / 1000).toFixed(1)} s by a person's hand.`);
  expect(steps).toBe(7);

  await page.waitForURL(/events\/\d+$/);
  const id = Number(/events\/(\d+)$/.exec(page.url())?.[1]);
  app.dropCaches();
  expect(await app.api().events.get({ id })).toMatchObject({
    name: 'ნულოვანი',
    startDate: '2026-11-27T23:00:00+04:00',
    eventPhotoUrl: expect.stringMatching(/^\/media\/gallery\/night-/),
    baskets: [{ price: 40 }],
  });
  await page.goto(paths.event(id));
  await page
    .getByRole('button', { name: new RegExp(t('events:get_ticket')) })
    .first()
    .waitFor();
});

testInEachView(
  'a new event marks what is wrong at its field and in a summary, and is whole and accessible',
  async ({ language, width }) => {
    const app = await startTestSite();
    const { page, staff, t } = await sitDown(app, { language, width });
    await page.goto('/staff/events/new');
    const price = page.getByLabel(t('staff-orders:csv.price'), { exact: true });
    await price.fill('cheap');
    await page.getByLabel(t('staff-events:field.nameLat'), { exact: true }).fill('Nulovani');
    await page.getByRole('button', { name: t('staff-events:put_on_sale'), exact: true }).click();
    await page
      .getByRole('alert')
      .getByRole('link', { name: t('forms:validation.price_format') })
      .click();
    await expect(price).toBeFocused();
    await expectNoViolations(page, `a new event with an error ${language} ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await price.fill('35');
    await page.getByRole('button', { name: t('staff:add_ticket_type'), exact: true }).click();
    const second = page.getByRole('group', { name: t('staff-site-content:ticketTypes.row', { number: '2' }), exact: true });
    await second.getByLabel(t('staff-site-content:ticketTypes.nameLat'), { exact: true }).fill('Late');
    await second.getByLabel(t('staff-orders:csv.price'), { exact: true }).fill('50');
    await second.getByLabel(t('staff-site-content:ticketTypes.allocation'), { exact: true }).fill('100');
    await page.getByText(t('staff-events:more_fields')).click();
    await page.getByLabel(t('staff-events:field.capacity'), { exact: true }).fill('350');
    await page.getByRole('button', { name: t('staff-events:put_on_sale'), exact: true }).click();
    await page.getByRole('heading', { name: t('staff-events:missing.title') }).waitFor();
    await expectNoViolations(page, `the overview of an event ${language} ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const [event] = (await staff.list({ show: 'upcoming' })).items;
    expect(event).toMatchObject({ name: 'Nulovani', state: 'published', ticketTypes: 2, places: { capacity: 350, offered: 500 } });
  },
);
