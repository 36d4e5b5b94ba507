import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { translatorOf, visit } from './site.ts';
import { expect, testInEachView } from './test.ts';

testInEachView('login and registration name the chosen event, its price and why an account is needed', async ({ language }) => {
  const app = await startTestSite();
  const t = await translatorOf(language);
  const { id } = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', priceTetri: 4500 });
  const name = language === 'ka' ? 'ღრმა მტკვარი' : 'Deep Kura';
  const page = await visit({ origin: app.url, folder: '' }, { language, width: 1440 });
  await page.clock.setFixedTime(app.clock.now());
  const why = page.getByRole('region', { name: t('accounts:why.title') });

  await page.goto(paths.login);
  await page.getByText(t('accounts:next')).waitFor();
  expect(await why.count()).toBe(0);
  await page.goto(paths.register);
  await why.getByText(t('accounts:why.looked_at')).waitFor();
  expect(await why.getByText(t('accounts:why.saved')).count()).toBe(0);

  await page.goto(paths.event(id));
  await page.getByRole('button', { name: t('events:get_ticket') }).click();
  await page.waitForURL(paths.login);
  for (const screen of ['login', 'register'] as const) {
    await why.getByText(name).waitFor();
    await why.getByText('45,00').waitFor();
    await why.getByText(t('accounts:why.person')).waitFor();
    await why.getByText(t('accounts:why.saved')).waitFor();
    await page.getByText(t('accounts:chosen'), { exact: true }).waitFor();
    await expectNoViolations(page, screen);
    if (screen === 'login')
      await page
        .getByRole('main')
        .getByRole('link', { name: t('accounts:login.to_register') })
        .click();
  }
  await expect(page).toHaveURL(new RegExp(`${paths.register}$`));
});
