import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { HOUR, openClub } from './event-list.steps.ts';
import { at, enter, FRIDAY, heading, letPass, main, overflow } from './event-pages.ts';
import { translatorOf } from './site.ts';
import { expect, onPhone, test, testInEachView } from './test.ts';

testInEachView(
  'what runs stands first in the list, and in the hero and first among the cards of the home page for six hours [§2.upcoming §4.upcoming]',
  async ({ language }) => {
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
    await expect(cards.getByRole('heading', { level: 3 })).toHaveCount(4);
    await expect(cards.getByRole('heading', { level: 3 }).first()).toHaveText(name);
    await letPass(app, page, new Date(FRIDAY.startsAt.getTime() + 6 * HOUR + 60_000));
    await page.reload();
    await heading(page, name).waitFor();
    await expect(cards.getByRole('heading', { level: 3 })).toHaveCount(4);
    await expect(cards.getByRole('heading', { level: 3, name })).toHaveCount(0);
  },
);

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

testInEachView('price and button are in the first view of home and event', async ({ width }) => {
  const height = width === onPhone.width ? 844 : 900;
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
