import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { at, enter, FRIDAY, isAlive, letPass, overflow, SATURDAY } from './event-pages.ts';
import { expect, testInEachView } from './test.ts';

testInEachView('a page that stays open opens with the house and closes with it', async ({ language, width }) => {
  const app = await startTestSite();
  await createEvent(app.ctx, { name: 'ნულოვანი', nameLat: 'Nulovani', ...FRIDAY });
  await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', ...SATURDAY });
  const page = await enter(app, { language, width });
  await page.goto(paths.about);
  await isAlive(page);
  const house = page.locator('[data-house]');
  const bar = page.locator('aside a');
  await expect(house).toHaveCount(0);
  for (const [phase, time, links] of [
    ['evening', '2026-11-20T20:30:00', 1],
    ['night', '2026-11-21T03:10:00', 1],
    ['morning', '2026-11-21T08:00:00', 3],
  ] as const) {
    await letPass(app, page, at(time));
    await expect(house).toHaveAttribute('data-house', phase);
    await expect(bar).toHaveCount(links);
    for (const link of await bar.all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(43);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectNoViolations(page, phase);
  }
  await letPass(app, page, at('2026-11-21T12:05:00'));
  await expect(house).toHaveCount(0);
});
