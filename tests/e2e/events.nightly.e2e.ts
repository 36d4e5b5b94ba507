import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { at, enter, isAlive, main, SATURDAY } from './event-pages.ts';
import { expect, test } from './test.ts';

test('a night is dated by the clock of the club, wherever the visitor is [§2.event-start]', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, {
    ...SATURDAY,
    lineUps: [{ floor: 1, artistName: 'Moth', startsAt: at('2026-11-22T00:30:00') }],
  });
  const page = await enter(app);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Los_Angeles' });
  for (const path of ['/', paths.event(id), paths.events('upcoming')]) {
    await page.goto(path);
    await isAlive(page);
    const text = await main(page).innerText();
    expect([path, /Saturday\s+November 21, 2026\s+23:00/.test(text)]).toEqual([path, true]);
  }
  await page.goto(paths.event(id));
  await main(page).getByText('00:30').first().waitFor();
});
