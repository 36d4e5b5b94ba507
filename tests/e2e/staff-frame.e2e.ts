import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { expect, testInEachView } from './test.ts';

/** The height of a line of 44 px controls with its padding. */
const ONE_LINE_PX = 66;

testInEachView('the head of the console is one line, and on a phone a menu leads everywhere by keyboard', async ({ language }) => {
  const app = await startTestSite();
  await app.ctx.db.insert(enquiries).values({ kind: 'rental', body: 'Is the 5th free?', createdAt: app.clock.now() });
  for (const width of [1440, 1280, 390]) {
    const { page, t } = await openConsole(app, { language, width });
    await page.goto('/staff/audit');
    await page.getByRole('heading', { level: 1, name: t('staff:sections.audit') }).waitFor();
    const box = await page.locator('.staff > header').boundingBox();
    expect([width, (box?.height ?? 0) <= ONE_LINE_PX]).toEqual([width, true]);
    // The target of the skip link is below the header.
    expect(await page.locator('main #main h1').count()).toBe(1);
    expect(await page.locator('#main header').count()).toBe(0);
    const sections = page.getByRole('navigation', { name: t('staff:sections.label') });
    if (width < 1000) {
      expect(await sections.isVisible()).toBe(false);
      await page.getByRole('button', { name: t('common:menu') }).press('Enter');
      await page
        .getByRole('dialog')
        .getByText(t('staff:badges.enquiries_one', { count: '1' }))
        .waitFor({ state: 'attached' });
      await expectNoViolations(page, 'menu');
    }
    await sections.getByRole('link', { name: new RegExp(`^${t('staff:sections.words')}`) }).press('Enter');
    await page.getByRole('heading', { level: 1, name: t('staff-words:title') }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
