import { openSoldEvent } from '#tests/factories/holders.ts';
import { runDueJobs } from '#server/registry.ts';
import { mails } from '#server/platform/platform.table.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { like } from 'drizzle-orm';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { expect, testInEachView } from './test.ts';

/** The test's scripts also reach the sandboxed frame of the preview, which lets none run. */
const OF_TEST = /sandboxed|about:srcdoc|postMessage/;
const THREE = { count: '3' };

testInEachView('a message to holders is previewed, tested, sent by a second press and stopped', async ({ language, width }) => {
  const app = await startTestSite();
  const { id } = await openSoldEvent(app);
  await runDueJobs(app.deps);
  const { page, t } = await openConsole(app, { language, width, allowed: OF_TEST });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(`/staff/events/${id}/announcements`);
  await page.getByText(t('staff-announcements:holders.people', THREE)).waitFor();
  await page.getByText(t('staff-announcements:holders.none')).waitFor();
  await press(t('staff:preview'));
  await page.getByText(t('forms:validation.announcement_subject')).first().waitFor();
  await expectNoViolations(page, 'a message with errors');
  await page.getByLabel(t('staff-announcements:subject_ka')).fill('კარი გვიან იღება');
  await page.getByLabel(t('staff-announcements:subject_en')).fill('Doors open late');
  await page.getByLabel(t('staff-announcements:body_ka')).fill('კარი ერთ საათში იღება.');
  await page.getByLabel(t('staff-announcements:body_en')).fill('Doors open an hour later.');
  // The typed text survives a reload.
  await page.reload();
  await expect.poll(() => page.getByLabel(t('staff-announcements:body_en')).inputValue()).toBe('Doors open an hour later.');
  await press(t('staff:preview'));
  const text = language === 'ka' ? 'კარი ერთ საათში იღება.' : 'Doors open an hour later.';
  await page.frameLocator('iframe').getByText(text).waitFor();
  await expectNoViolations(page, 'the preview of a message');
  await page.keyboard.press('Escape');
  await press(t('staff-announcements:test'));
  await page.getByText(t('staff-announcements:tested')).waitFor();
  await press(t('staff-announcements:send'));
  await page.getByText(t('staff-announcements:ask_now', THREE)).waitFor();
  expect(await app.ctx.db.$count(mails, like(mails.key, 'announcement:%'))).toBe(0);
  await press(t('staff-announcements:ask_send_other', THREE));
  await page.getByText(t('staff-announcements:leaves_soon')).waitFor();
  expect(await page.getByLabel(t('staff-announcements:body_en')).inputValue()).toBe('');
  const subject = language === 'ka' ? 'კარი გვიან იღება' : 'Doors open late';
  await press(t('staff:do_with', { what: t('staff-announcements:stop'), name: subject }));
  await page.getByText(t('staff-announcements:states.cancelled'), { exact: true }).waitFor();
  await expectNoViolations(page, 'the messages of an event');
});
