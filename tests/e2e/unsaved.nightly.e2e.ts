import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { arrive } from './guest.ts';
import { connect, goOffline } from './network.ts';
import { visit, translatorOf } from './site.ts';
import { expect, test } from './test.ts';
import { answer, ANSWER } from './unsaved.steps.ts';

/** Closes the tab as its user would, and declines the question whether to leave. */
async function whatCloses(page: Page): Promise<'question' | 'close'> {
  const outcome = Promise.race([
    page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss();
      expect(dialog.type()).toBe('beforeunload');
      return 'question' as const;
    }),
    page.waitForEvent('close').then(() => 'close' as const),
  ]);
  await page.close({ runBeforeUnload: true });
  return outcome;
}

test('closing a tab with text that is not saved asks; without any it does not', async () => {
  const { page, t, box, press } = await answer();
  expect(await whatCloses(page)).toBe('question');
  expect(await box.inputValue()).toBe(ANSWER);
  await page.getByLabel(t('staff-inbox:subject')).fill('Your birthday');
  await press(t('staff-inbox:send'));
  await page.getByText(t('staff-inbox:answered', { address: 'nino@example.com' })).waitFor();
  expect(await whatCloses(page)).toBe('close');
});

test('a visitor is asked before an enquiry that is not sent is lost, and not after it was sent', async () => {
  const app = await startTestSite();
  const t = await translatorOf('ka');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'ka', width: 390 });
  await page.goto(paths.rentals);
  await page.getByLabel(t('pages:rentals.name')).click();
  await page.keyboard.type('ნინო');
  expect(await whatCloses(page)).toBe('question');
  await page.getByLabel(t('pages:rentals.name')).fill('');
  expect(await whatCloses(page)).toBe('close');
});

test('without a network an answer is not sent, its text stays, and the next try sends it', async () => {
  const { app, page, t, box, press } = await answer({ allowed: /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/ });
  await page.getByLabel(t('staff-inbox:subject')).fill('Your birthday');
  connect(page, app.http.server);
  await goOffline(page);
  await press(t('staff-inbox:send'));
  await page
    .getByRole('region', { name: t('common:toasts') })
    .getByText(t('errors:network'))
    .waitFor();
  expect(await box.inputValue()).toBe(ANSWER);
  await goOffline(page, false);
  await press(t('staff-inbox:send'));
  await page.getByText(t('staff-inbox:answered', { address: 'nino@example.com' })).waitFor();
  expect(await box.inputValue()).toBe('');
});

test('a guest whose session ends while the profile is edited finds the text again after the login', async () => {
  const app = await startTestSite();
  const { page, t, email, password } = await arrive(app, { allowed: /status of 401/ });
  await page.goto(paths.profile);
  await page.getByRole('button', { name: t('accounts:profile.edit') }).click();
  await page.getByLabel(t('accounts:fields.first_name')).fill('Anano');
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'x' } }));
  await page.getByRole('button', { name: t('accounts:profile.save') }).click();
  await page.waitForURL(/login$/);
  await page.unroute('**/api/**');
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page.waitForURL(/profile$/);
  await page.getByText(t('forms:unsaved')).waitFor();
  expect(await page.getByLabel(t('accounts:fields.first_name')).inputValue()).toBe('Anano');
  await page.getByRole('button', { name: t('forms:discard') }).click();
  await page.getByRole('button', { name: t('accounts:profile.edit') }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: t('accounts:profile.edit') }).waitFor();
  expect(await page.getByText(t('forms:unsaved')).count()).toBe(0);
});

test('a new night that is discarded leaves nothing of who may buy, and a corrected address says that it is kept', async () => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx);
  const { page, t } = await openConsole(app);
  await page.goto('/staff/events/new');
  const known = page.getByRole('button', { name: t('staff-guests:guests_known.label') });
  await page.getByText(t('staff-events:more_fields')).click();
  await known.click();
  await page.getByRole('option', { name: t('staff-guests:guests_known.options.verified') }).click();
  await page.reload();
  await page.getByText(t('staff-events:more_fields')).click();
  await expect(known).toContainText(t('staff-guests:guests_known.options.verified'));
  await page.getByRole('button', { name: t('forms:discard') }).click();
  await expect(known).toContainText(t('staff-guests:guests_known.options.nobody'));

  await page.goto(`/staff/guests/${guest.id}`);
  await page.getByRole('button', { name: t('staff-guests:address.open') }).click();
  const box = page.getByLabel(t('staff-guests:address.new'));
  await box.fill('other@example.com');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('staff-guests:address.open') }).click();
  await page.getByText(t('forms:unsaved')).waitFor();
  expect(await box.inputValue()).toBe('other@example.com');
  await page.getByRole('button', { name: t('staff:cancel'), exact: true }).click();
  await page.getByRole('button', { name: t('staff-guests:address.open') }).click();
  expect([await box.inputValue(), await page.getByText(t('forms:unsaved')).count()]).toEqual(['', 0]);
});
