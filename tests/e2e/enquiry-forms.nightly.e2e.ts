import { paths } from '#shared/paths.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { djForm, rentalForm } from '#tests/factories/enquiries.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { translatorOf, visit } from './site.ts';
import { valuesOf } from './slow-script.steps.ts';
import { expect, test } from './test.ts';

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
