import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { openClub } from './event-list.steps.ts';
import { enter, FRIDAY, main, SATURDAY } from './event-pages.ts';
import { translatorOf } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

for (const [language, width, height] of [
  ['en', 1440, 900],
  ['ka', 1440, 900],
  ['ka', 390, 844],
] as const)
  test(`price and button of an event stand in the first view below the strip of a running night, in ${language} at ${width} × ${height}`, async () => {
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
  });

test('what is offered on a page without an event is to come: the running night is in the strip above', async () => {
  const { app } = await openClub();
  const t = await translatorOf('en');
  const page = await enter(app, { width: 390, allowed: /status of 404/ });
  await page.goto(paths.event(999_999));
  const rows = main(page).locator('section', { has: page.getByRole('heading', { level: 2, name: t('events:upcoming') }) });
  await expect(rows.getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(rows.getByText(t('events:in_session'))).toHaveCount(0);
});

testInEachView('a message covers neither the bar nor the strip of a running night', async ({ width }) => {
  const { app } = await openClub();
  const page = await enter(app, { width });
  await page.goto(paths.login);
  const strip = await page.locator('[data-strip]').boundingBox();
  const box = await page.locator('section[aria-live]').first().boundingBox();
  expect(box?.y ?? 0).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0));
});
