import { startTestSite } from '#tests/setup/site.ts';
import { chooseFilter, chooseOption, selectOf } from './console.ts';
import { fillInbox, press, sitDown } from './staff-enquiries.steps.ts';
import { expect, test } from './test.ts';

test('staff read a rental enquiry, note something, answer it, and nothing typed is lost on the way', async () => {
  const app = await startTestSite();
  await fillInbox(app);
  const { page, t } = await sitDown(app);
  await page.goto('/staff/site/inbox');
  await chooseFilter(page, t('staff-enquiries:kind'), new RegExp(t('staff-enquiries:kinds_many.rental')));
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.getByRole('searchbox', { name: t('staff-enquiries:search') }).fill('nobody@example.com');
  await page.getByText(t('staff:no_match')).waitFor();
  await page.getByRole('searchbox', { name: t('staff-enquiries:search') }).fill('nino@example.com');
  await page.getByRole('link', { name: 'Nino' }).waitFor();
  expect([...requested, page.url()].filter((url) => url.includes('example.com'))).toEqual([]);
  await page.getByRole('link', { name: 'Nino' }).click();
  await page.getByText('for 80 people').waitFor();

  await page.getByLabel(t('staff-enquiries:new_note')).fill('Call her on Monday');
  await press(page, t('staff-enquiries:add_note'));
  await page.getByRole('listitem').filter({ hasText: 'Call her on Monday' }).waitFor();

  await press(page, t('staff-enquiries:send'));
  await page.getByText(t('forms:validation.text_required')).first().waitFor();
  await page.getByLabel(t('staff-enquiries:subject')).fill('Your Thursday');
  await page.getByLabel(t('staff-enquiries:text'), { exact: true }).fill('The room is free.');
  await page.reload();
  expect(await page.getByLabel(t('staff-enquiries:text'), { exact: true }).inputValue()).toBe('The room is free.');
  await press(page, t('staff-enquiries:send'));
  await page.getByRole('listitem').filter({ hasText: 'Your Thursday' }).waitFor();
  await expect(selectOf(page, t('staff-enquiries:state'))).toContainText(t('staff-enquiries:states.answered'));
  expect(await page.getByLabel(t('staff-enquiries:text'), { exact: true }).inputValue()).toBe('');

  await chooseOption(page, t('staff-enquiries:state'), t('staff-enquiries:states.closed'));
  await press(page, t('staff-enquiries:undo'));
  await expect(selectOf(page, t('staff-enquiries:state'))).toContainText(t('staff-enquiries:states.answered'));
});
