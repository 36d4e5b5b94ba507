import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { djForm, rentalForm } from '#tests/factories/enquiries.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enterOn, tabTo, typeInto } from './keyboard.ts';
import { translatorOf, visit } from './site.ts';
import { openSlowly, type, valuesOf } from './slow-script.steps.ts';
import { expect, test, testInEachView } from './test.ts';

test('without its rules a form to the club says that it was not sent and keeps what was typed', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390, allowed: /ERR_FAILED/ });
  await page.route('**/assets/enquiry-rules-*', (route) => route.abort());
  for (const [path, fields, failed] of [
    [paths.rentals, rentalForm, t('pages:rentals.failed')],
    [paths.djs, djForm, t('pages:djs.failed')],
  ] as const) {
    await page.goto(path);
    for (const [name, text] of Object.entries(fields)) await page.locator(`main form [name=${name}]`).fill(text);
    await page.locator('main form button[type=submit]').click();
    await page.getByRole('alert').getByText(failed).waitFor();
    expect(await valuesOf(page, Object.keys(fields))).toEqual(Object.values(fields));
  }
  expect(await app.ctx.db.select().from(enquiries)).toEqual([]);
});

testInEachView(
  'a request is written, corrected and sent with the keyboard alone, and is gone after the way back',
  async ({ language, width }) => {
    const app = await startTestSite();
    const t = await translatorOf(language);
    const page = await visit({ origin: app.url, folder: '' }, { language, width });
    const control = (name: string) => page.locator(`main form [name=${name}]`);
    const submit = page.getByRole('button', { name: t('pages:rentals.submit'), exact: true });
    await page.goto(paths.about);
    await page.goto(paths.rentals);
    await typeInto(page, control('name'), rentalForm.name);
    await typeInto(page, control('email'), 'nino@');
    await enterOn(page, submit);
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveCount(2);
    await enterOn(page, summary.getByRole('link').first());
    await expect(control('email')).toBeFocused();
    await page.keyboard.type('example.com');
    await expect(control('email')).not.toHaveAttribute('aria-invalid');
    await typeInto(page, control('eventDescription'), rentalForm.eventDescription);
    await enterOn(page, submit);
    const sent = page.getByText(t('pages:rentals.sent'));
    await expect(sent).toBeFocused();
    expect(await valuesOf(page, Object.keys(rentalForm))).toEqual(['', '', '']);
    expect(await app.ctx.db.$count(enquiries)).toBe(1);
    await page.goBack();
    await page.waitForURL(new RegExp(paths.about));
    await page.goForward();
    await submit.waitFor();
    expect(await valuesOf(page, Object.keys(rentalForm))).toEqual(['', '', '']);
    await tabTo(page, control('name'));
  },
);

test('after a request that was refused without script, the same words typed again are unsaved', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390, allowed: /422/ });
  const letScriptsCome = await openSlowly(page, paths.rentals);
  await type(page, { ...rentalForm, email: 'nino' });
  const submit = page.locator('main form button[type=submit]');
  await submit.click();
  await page.getByRole('alert').waitFor();
  await letScriptsCome();
  // What was posted is not sent yet.
  expect(await asksBeforeLeaving(page)).toBe(true);
  await page.locator('main form [name=email]').fill(rentalForm.email);
  await submit.click();
  await page.getByText(t('pages:rentals.sent')).waitFor();
  expect(await asksBeforeLeaving(page)).toBe(false);
  await page.locator('main form [name=name]').fill(rentalForm.name);
  expect(await asksBeforeLeaving(page)).toBe(true);
  await page.locator('main form [name=name]').fill('');
  expect(await asksBeforeLeaving(page)).toBe(false);
});

/** True if the page would stop a tab from being closed. */
const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true })));
