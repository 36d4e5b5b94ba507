import { eventFields } from '#tests/factories/event-fields.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { sitDown } from './staff-events.steps.ts';
import { expect, test } from './test.ts';

test('a new event is put on the site once its problems are mended, over a reload', async () => {
  const app = await startTestSite();
  const { page, t } = await sitDown(app, { allowed: /409|422/ });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const name = (key: string) => page.getByLabel(t(`staff-events:field.${key}`), { exact: true }).first();
  await page.goto('/staff/events');
  await page.getByText(t('staff-events:none.upcoming')).waitFor();
  await page
    .getByRole('link', { name: t('staff:create_event'), exact: true })
    .first()
    .click();
  await button(t('staff-events:put_on_sale')).click();
  const problems = page.getByRole('alert').getByRole('link');
  expect(await problems.allTextContents()).toEqual(Array(2).fill(t('forms:validation.event_name_required')));
  await name('name').fill('ნულოვანი');
  await name('nameLat').fill('Nulovani');
  await page.reload();
  await page.getByText(t('forms:unsaved')).waitFor();
  expect(await name('nameLat').inputValue()).toBe('Nulovani');
  await button(t('staff-events:put_on_sale')).click();
  await page.getByRole('dialog').getByText(t('staff-events:confirm.nothing_on_sale')).waitFor();
  await button(t('staff-events:confirm.go.publish')).click();
  await page.waitForURL(/events\/\d+$/);
  const id = Number(/events\/(\d+)/.exec(page.url())?.[1]);
  expect(await app.api().events.get({ id })).toMatchObject({
    nameLat: 'Nulovani',
    startDate: '2026-11-20T23:00:00+04:00',
    endDate: '2026-11-21T07:00:00+04:00',
  });
});

test('the second of two editors sees the conflict, and decides field by field', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app, { allowed: /409/ });
  const { id, version } = await staff.create({ body: eventFields() });
  const nameLat = page.getByLabel(t('staff-events:field.nameLat'), { exact: true });
  const save = page.getByRole('button', { name: t('staff-events:save_draft'), exact: true });
  await page.goto(`/staff/events/${id}/details`);
  await nameLat.fill('Mine');
  await page.getByLabel(t('staff-events:field.name'), { exact: true }).fill('ჩემი');
  await staff.update({ id, body: { ...eventFields({ nameLat: 'Theirs', name: 'მისი', capacity: 350 }), version } });

  await save.click();
  const news = page.getByRole('alert');
  await news.getByText(t('staff-events:news_taken', { fields: t('staff-events:field.capacity') })).waitFor();
  expect(await nameLat.inputValue()).toBe('Mine');
  expect((await staff.get({ id })).nameLat).toBe('Theirs');
  await save.click();
  expect(await news.evaluate((element) => element === document.activeElement)).toBe(true);
  const part = (field: 'name' | 'nameLat') => news.getByRole('group', { name: t(`staff-events:field.${field}`) });
  const decide = (field: 'name' | 'nameLat', key: 'keep_mine' | 'take_theirs') =>
    part(field)
      .getByRole('button', { name: t(`staff:${key}`) })
      .click();
  await decide('nameLat', 'keep_mine');
  await decide('name', 'take_theirs');
  await save.click();
  await page.getByText(t('staff:saved'), { exact: true }).waitFor();
  expect(await staff.get({ id })).toMatchObject({ nameLat: 'Mine', name: 'მისი', capacity: 350 });
});
