import { startTestSite } from '#tests/setup/site.ts';
import { chooseFilter, selectOf } from './console.ts';
import { fillInbox, press, sitDown } from './staff-enquiries.steps.ts';
import { expect, test } from './test.ts';

test('an enquiry is found by its kind and the address of its sender, which no request names', async () => {
  const app = await startTestSite();
  await fillInbox(app);
  const { page, t } = await sitDown(app);
  await page.goto('/staff/site/inbox');
  await chooseFilter(page, t('staff-inbox:kind'), new RegExp(t('staff-inbox:kinds_many.rental')));
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const search = page.getByRole('searchbox', { name: t('staff-inbox:search') });
  await search.fill('nobody@example.com');
  await page.getByText(t('staff:no_match')).waitFor();
  await search.fill('nino@example.com');
  await page.getByRole('link', { name: 'Nino' }).waitFor();
  expect([...requested, page.url()].filter((url) => url.includes('example.com'))).toEqual([]);
  await page.getByRole('link', { name: 'Nino' }).click();
  await page.getByText('for 80 people').waitFor();
});

test('an enquiry is answered once there is a text, which a reload does not lose', async () => {
  const app = await startTestSite();
  await fillInbox(app);
  const { page, t } = await sitDown(app);
  const text = page.getByLabel(t('staff-inbox:text'), { exact: true });
  await page.goto('/staff/site/inbox/1');
  await press(page, t('staff-inbox:send'));
  await page.getByText(t('forms:validation.text_required')).first().waitFor();
  await page.getByLabel(t('staff-inbox:subject')).fill('Your Thursday');
  await text.fill('The room is free.');
  await page.reload();
  await expect(text).toHaveValue('The room is free.');
  await press(page, t('staff-inbox:send'));
  await page.getByRole('listitem').filter({ hasText: 'Your Thursday' }).waitFor();
  await expect(selectOf(page, t('staff:status'))).toContainText(t('staff-inbox:states.answered'));
  await expect(text).toHaveValue('');
});
