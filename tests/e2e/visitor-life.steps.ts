import type { Page } from 'playwright-core';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { paths } from '#shared/paths.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { djForm, rentalForm } from '#tests/factories/enquiries.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';
import { expect } from './test.ts';

export const t = await translatorOf('en');

export const enter = ({ url }: TestApp): Promise<Page> =>
  visit({ origin: url, folder: '' }, { language: 'en', width: 1440, allowed: /status of (404|409|500)/ });

// The links as people type them, and as they are stored.
const shortLinks = { ...djForm, socialLink: '@ana.dj', musicLink: 'soundcloud.com/ana' };
const wholeLinks = { ...djForm, socialLink: 'https://www.instagram.com/ana.dj', musicLink: 'https://soundcloud.com/ana' };

const forms = {
  djs: { path: paths.djs, fields: shortLinks, sent: joinEnquiry('dj', wholeLinks) },
  rentals: { path: paths.rentals, fields: rentalForm, sent: joinEnquiry('rental', rentalForm) },
};

/** Sends a form empty, then filled in: at first the server fails, then it stores it. */
export async function sendForm(screen: keyof typeof forms): Promise<void> {
  const { path, fields, sent } = forms[screen];
  const app = await startTestSite();
  const page = await enter(app);
  await page.goto(path);
  const submit = page.getByRole('button', { name: t(`pages:${screen}.submit`), exact: true });
  const values = () =>
    page.locator('form [name]:visible:not([tabindex="-1"])').evaluateAll((all) => all.map((field) => Reflect.get(field, 'value')));
  await submit.click();
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(Object.keys(fields).length);

  for (const [name, value] of Object.entries(fields)) await page.locator(`form [name=${name}]`).fill(value);
  await page.route('**/api/email/*', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
  await submit.click();
  await page.getByText(t(`pages:${screen}.failed`)).waitFor();
  expect(await values()).toEqual(Object.values(fields));

  await submit.click();
  await page.getByText(t(`pages:${screen}.sent`)).waitFor();
  expect(await values()).toEqual(Object.values(fields).map(() => ''));
  expect((await app.ctx.db.select().from(enquiries)).map(({ body }) => body)).toEqual([sent]);
}
