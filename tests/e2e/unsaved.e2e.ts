import { paths } from '#shared/paths.ts';
import { expect, testInEachView } from './test.ts';
import { answer, ANSWER } from './unsaved.steps.ts';

testInEachView(
  'a session that ends in another tab loses no text: the login says why, and the profile leads back to it',
  async ({ language, width }) => {
    const { page, t, admin, address, box, unsaved, press } = await answer({ language, width });
    const other = await page.context().newPage();
    await other.goto(paths.profile);
    await other.getByRole('button', { name: t('accounts:profile.logout') }).click();
    await page.waitForURL(/login$/);
    await page.getByRole('main').getByText(t('errors:session_ended')).waitFor();
    await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(admin.email);
    await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(admin.password);
    await press(t('accounts:login.submit'));
    await page.getByRole('link', { name: t('accounts:way_back.console.link') }).click();
    await page.waitForURL(`**${address}`);
    await unsaved.waitFor();
    expect(await box.inputValue()).toBe(ANSWER);
    await press(t('forms:discard'));
    expect([await box.inputValue(), await unsaved.count()]).toEqual(['', 0]);
  },
);
