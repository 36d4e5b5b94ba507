import { mails } from '#server/platform/platform.table.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { chooseOption, selectOf } from './console.ts';
import { fillInbox, press, sitDown } from './staff-enquiries.steps.ts';
import { expect, test, testInEachView } from './test.ts';

test('a DJ request cannot be answered by mail and says so; a mail that failed leaves again', async () => {
  const app = await startTestSite();
  await fillInbox(app);
  const { page, t } = await sitDown(app);
  await page.goto('/staff/site/inbox/2');
  await page.getByText(t('staff-inbox:no_address_dj')).waitFor();
  expect(await page.getByRole('link', { name: 'https://music.example/ana' }).getAttribute('rel')).toContain('noopener');
  await page.goto('/staff/settings/email');
  await page.getByText('Mailbox full').waitFor();
  await press(page, t('staff:do_with', { what: t('staff-inbox:mails.retry'), name: 'ana@example.com' }));
  await page.getByText(t('staff-inbox:mails.retried')).waitFor();
  expect(await app.ctx.db.select().from(mails)).toMatchObject([{ state: 'queued', attempts: 0 }]);
});

testInEachView('the inbox has no accessibility faults and never scrolls sideways', async ({ language, width }) => {
  const app = await startTestSite();
  await fillInbox(app);
  const { page } = await sitDown(app, { language, width });
  for (const path of ['/staff/site/inbox', '/staff/site/inbox/1', '/staff/site/inbox/2', '/staff/settings/email']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByText(/Nino|Ana B|ana@example/)
      .first()
      .waitFor();
    await expectNoViolations(page, `${path} ${language} ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('an enquiry keeps a note, and the change of its state is undone', async () => {
  const app = await startTestSite();
  await fillInbox(app);
  const { page, t } = await sitDown(app);
  await page.goto('/staff/site/inbox/1');
  await page.getByLabel(t('staff-inbox:new_note')).fill('Call her on Monday');
  await press(page, t('staff-inbox:add_note'));
  await page.getByRole('listitem').filter({ hasText: 'Call her on Monday' }).waitFor();
  const state = selectOf(page, t('staff:status'));
  const before = (await state.textContent()) ?? '';
  await chooseOption(page, t('staff:status'), t('staff-inbox:states.closed'));
  await press(page, t('staff:undo'));
  await expect(state).toHaveText(before);
});
