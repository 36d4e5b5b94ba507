import { paths } from '#shared/paths.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { djForm, rentalForm } from '#tests/factories/enquiries.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';
import { openSlowly, type, valuesOf } from './slow-script.steps.ts';
import { expect, test } from './test.ts';

test('what is typed into a form before its script is there stays and is sent', async () => {
  const app = await startTestSite();
  const t = await translatorOf('ka');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'ka', width: 390 });
  for (const [path, fields, sent] of [
    [paths.rentals, rentalForm, t('pages:rentals.sent')],
    [paths.djs, djForm, t('pages:djs.sent')],
  ] as const) {
    const letScriptsCome = await openSlowly(page, path);
    await type(page, fields);
    await letScriptsCome();
    expect(await valuesOf(page, Object.keys(fields))).toEqual(Object.values(fields));
    await page.locator('main form button[type=submit]').click();
    await page.getByText(sent).waitFor();
    await page.unroute('**/assets/*.js');
  }
  const bodies = (await app.ctx.db.select().from(enquiries)).map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  for (const text of [rentalForm.eventDescription, djForm.motivation]) expect(bodies.join()).toContain(text);
});
