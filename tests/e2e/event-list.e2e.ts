import { paths } from '#shared/paths.ts';
import { HOUR, openClub } from './event-list.steps.ts';
import { enter, FRIDAY, heading, letPass, main, overflow } from './event-pages.ts';
import { translatorOf } from './site.ts';
import { expect, onPhone, testInEachView } from './test.ts';

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
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
  }
});
