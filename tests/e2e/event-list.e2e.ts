import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { at, enter, FRIDAY, heading, main, overflow, SATURDAY } from './event-pages.ts';
import { translatorOf } from './site.ts';
import { expect, languages, orLast, rare, test } from './test.ts';

const HOUR = 3_600_000;
const DURING = at('2026-11-21T01:00:00');

/** An event that runs, and seven to come. */
async function openClub() {
  const app = await startTestSite({ clock: createTestClock(DURING.toISOString()) });
  const on = (days: number) => ({
    startsAt: new Date(FRIDAY.startsAt.getTime() + days * 24 * HOUR),
    endsAt: new Date(FRIDAY.endsAt.getTime() + days * 24 * HOUR),
  });
  await createEvent(app.ctx, { ...FRIDAY, name: 'წუთისოფელი', nameLat: 'Nulovani' });
  const { id } = await createEvent(app.ctx, { ...on(7), name: 'გზატკეცილის სამმართველო', nameLat: 'Highway Department' });
  await createEvent(app.ctx, { ...on(8), nameLat: 'Full', name: 'სავსე', capacity: 5, taken: 5 });
  await createEvent(app.ctx, { ...on(14), nameLat: 'Priceless', name: 'უფასური', releases: [] });
  await createEvent(app.ctx, { ...on(15), nameLat: 'Free', name: 'უფასო', priceTetri: 0 });
  return { app, id };
}

for (const language of languages)
  test(`what runs stands first in the list and only in the hero of the home page, in ${language}`, async () => {
    const { app } = await openClub();
    const t = await translatorOf(language);
    const name = language === 'ka' ? 'წუთისოფელი' : 'Nulovani';
    const page = await enter(app, { language, width: 390 });

    await page.goto(paths.events('upcoming'));
    const now = page.getByRole('region', { name: t('events:now') });
    await now.getByRole('link', { name }).waitFor();
    await now.getByText(t('events:in_session'), { exact: true }).waitFor();
    expect(await main(page).getByRole('link', { name }).count()).toBe(1);
    const row = (key: string) => page.getByRole('article').getByText(t(key), { exact: true });
    for (const key of ['events:sold_out', 'events:price_later', 'events:free']) await row(key).first().waitFor();
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }

    await page.goto('/');
    await heading(page, name).waitFor();
    const cards = main(page).locator('section', { has: page.getByRole('heading', { level: 2, name: t('events:upcoming') }) });
    expect(await cards.getByRole('heading', { level: 3 }).count()).toBe(4);
    expect(await cards.getByRole('heading', { level: 3, name }).count()).toBe(0);
  });

test('longer than two days before, an event says in how many days it is', rare, async () => {
  const { app, id } = await openClub();
  const t = await translatorOf('en');
  const page = await enter(app, { width: 390 });
  await page.goto(paths.event(id));
  await page.getByText('in 6 days', { exact: true }).waitFor();
  expect(await page.getByText(t('events:starting_soon')).count()).toBe(0);
});

for (const [width, height] of orLast([1440, 900], [390, 844]))
  test(`price and button are in the first view of home and event, at ${width} × ${height}`, async () => {
    const { app, id } = await openClub();
    const t = await translatorOf('ka');
    const page = await enter(app, { language: 'ka', width });
    await page.setViewportSize({ width, height });
    for (const [path, role] of [['/', 'link'] as const, [paths.event(id), 'button'] as const]) {
      await page.goto(path);
      const button = main(page).getByRole(role, { name: new RegExp(`^${t('events:get_ticket')}`) });
      const price = main(page).getByText(/40,00/);
      for (const part of [button, price.locator('visible=true').first()]) {
        const box = await part.boundingBox();
        expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      }
    }
  });

for (const [language, width, height] of orLast(['en', 1440, 900], ['ka', 1440, 900], ['ka', 390, 844]))
  test(
    `price and button of an event stand in the first view below the strip of a running night, in ${language} at ${width} × ${height}`,
    rare,
    async () => {
      const app = await startTestSite({ clock: createTestClock('2026-11-21T01:10:00+04:00') });
      await createEvent(app.ctx, { ...FRIDAY, nameLat: 'Running Night' });
      const lineUps = [{ floor: 1, artistName: 'OBERTON', startsAt: SATURDAY.startsAt, isHeadliner: true }];
      const t = await translatorOf(language);
      const page = await enter(app, { language, width });
      await page.setViewportSize({ width, height });
      for (const [name, nameLat] of [
        ['ღრმა მტკვარი', 'Deep Kura'],
        ['თბილისის ღამის ელექტრონიკა', 'Tbilisi Nocturnal Electronics Society'],
        ['ქარი', 'Wind'],
      ] as const) {
        const { id } = await createEvent(app.ctx, { ...SATURDAY, name, nameLat, lineUps });
        await page.goto(paths.event(id));
        await page.locator('[data-strip]').waitFor();
        const button = page.getByRole('button', { name: t('events:get_ticket') });
        const price = main(page).getByText(/40,00/).locator('visible=true').first();
        for (const part of [button, price]) {
          const box = await part.boundingBox();
          expect((box?.y ?? height) + (box?.height ?? 0), nameLat).toBeLessThanOrEqual(height);
        }
      }
    },
  );

test('what is offered on a page without an event is to come: the running night is in the strip above', rare, async () => {
  const { app } = await openClub();
  const t = await translatorOf('en');
  const page = await enter(app, { width: 390, allowed: /status of 404/ });
  await page.goto(paths.event(999_999));
  const rows = main(page).locator('section', { has: page.getByRole('heading', { level: 2, name: t('events:upcoming') }) });
  await expect(rows.getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(rows.getByText(t('events:in_session'))).toHaveCount(0);
});

for (const width of [390, 1440])
  test(`a message covers neither the bar nor the strip of a running night at ${width}`, rare, async () => {
    const { app } = await openClub();
    const page = await enter(app, { width });
    await page.goto(paths.login);
    const strip = await page.locator('[data-strip]').boundingBox();
    const box = await page.locator('section[aria-live]').first().boundingBox();
    expect(box?.y ?? 0).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0));
  });
