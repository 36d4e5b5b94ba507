import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { openClub } from './event-list.steps.ts';
import { enter, FRIDAY, main, SATURDAY, at, letPass, overflow } from './event-pages.ts';
import { translatorOf } from './site.ts';
import { expect, test, testInEachView } from './test.ts';
import type { Page } from 'playwright-core';

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
        expect((box?.y ?? Infinity) + (box?.height ?? 0), nameLat).toBeLessThanOrEqual(height);
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
  expect(box?.y ?? 0).toBeGreaterThanOrEqual((strip?.y ?? Infinity) + (strip?.height ?? 0));
});

const lineUps = [
  { floor: 1, artistName: 'Lela M.', startsAt: FRIDAY.startsAt },
  { floor: 1, artistName: 'OBERTON', startsAt: at('2026-11-21T02:00:00'), isHeadliner: true },
  { floor: 2, artistName: 'Data Dzma', startsAt: FRIDAY.startsAt },
];

/** Returns the visible text of a list's first card, without text for screen readers only. */
async function visibleCard(page: Page): Promise<string> {
  const card = main(page).getByRole('article').first();
  await card.waitFor();
  const texts = await card.evaluate((element) => {
    const all: string[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement, textContent } = node;
      if (parentElement?.checkVisibility() && parentElement.getBoundingClientRect().width > 1) all.push(textContent?.trim() ?? '');
    }
    return all.filter((text) => text !== '');
  });
  // A date contains no-break spaces.
  return texts.join(' ').replaceAll(/\s/g, ' ');
}

testInEachView(
  'a card of the list shows weekday, date, hour, name and who plays on which stage at every width, to come and past [§2.event-list]',
  async ({ language }) => {
    const t = await translatorOf(language);
    const app = await startTestSite({ clock: createTestClock('2026-11-20T12:00:00+04:00') });
    await createEvent(app.ctx, { ...FRIDAY, name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', lineUps });
    const page = await enter(app, { language });
    const day = language === 'ka' ? 'პარასკევი , 23:00 20 ნოემბერი, 2026 ღრმა მტკვარი' : 'Friday , 23:00 November 20, 2026 Deep Kura';
    const stages = `${t('events:stages.1')} Lela M. , OBERTON ${t('events:stages.2')} Data Dzma`;
    for (const tab of ['upcoming', 'past'] as const) {
      if (tab === 'past') await letPass(app, page, at('2026-11-22T12:00:00'));
      for (const width of [320, 390, 820, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(paths.events(tab));
        expect(await visibleCard(page), `${tab} at ${width}`).toContain(`${day} ${stages}`);
        expect(await overflow(page), `${tab} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  },
);

test('before an event starts its label is Starting soon, and beside it longer than two days before how many days are left, or that it is sold out [§2.next-event §4.timing]', async () => {
  const { app, id } = await openClub();
  const page = await enter(app, { width: 320 });
  for (const [path, label] of [
    [paths.event(id), 'Starting soon · in 6 days'],
    [paths.event(id + 1), 'Starting soon · Sold out'],
  ] as const) {
    await page.goto(path);
    await main(page).getByText(label, { exact: true }).waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
  await letPass(app, page, FRIDAY.endsAt);
  await page.goto('/');
  await main(page).getByText('Starting soon · in 6 days', { exact: true }).waitFor();
  await letPass(app, page, at('2026-11-26T12:00:00'));
  await main(page).getByText('Starting soon', { exact: true }).waitFor();
});
