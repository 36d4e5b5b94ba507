import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { eventFields } from '#tests/factories/event-fields.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { chooseCommand } from './console.ts';
import { sitDown } from './staff-events.steps.ts';
import { expect, test } from './test.ts';

const idIn = (page: Page): number => Number(/events\/(\d+)/.exec(page.url())?.[1]);

test('an event goes from nothing onto the site, with its line-up and its photo', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app, { allowed: /409|422/ });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/staff/events');
  await page.getByText(t('staff-nights:none.upcoming')).waitFor();
  await page
    .getByRole('link', { name: t('staff-nights:new'), exact: true })
    .first()
    .click();

  await button(t('staff-nights:put_on_sale')).click();
  const problems = page.getByRole('alert').getByRole('link');
  expect(await problems.allTextContents()).toEqual(Array(2).fill(t('forms:validation.night_name_required')));

  await page.getByLabel(t('staff-nights:field.name'), { exact: true }).first().fill('ნულოვანი');
  await page.getByLabel(t('staff-nights:field.nameLat'), { exact: true }).first().fill('Nulovani');
  await page.reload();
  await page.getByText(t('forms:kept')).waitFor();
  expect(await page.getByLabel(t('staff-nights:field.nameLat'), { exact: true }).first().inputValue()).toBe('Nulovani');
  await button(t('staff-nights:put_on_sale')).click();
  await page.getByRole('dialog').getByText(t('staff-nights:confirm.nothing_on_sale')).waitFor();
  await button(t('staff-nights:confirm.go.publish')).click();
  await page.waitForURL(/events\/\d+$/);
  const id = idIn(page);
  expect(await app.api().events.get({ id })).toMatchObject({
    nameLat: 'Nulovani',
    startDate: '2026-11-20T23:00:00+04:00',
    endDate: '2026-11-21T07:00:00+04:00',
  });

  await page.getByRole('tab', { name: t('staff-nights:tabs.details'), exact: true }).click();
  const preview = page.getByRole('region', { name: t('staff-nights:preview.title') });
  await preview.getByText(t('staff-nights:preview.page'), { exact: true }).click();
  await preview.getByText(t('common:languages.ka'), { exact: true }).click();
  await preview.getByText('ნულოვანი').waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await preview.getByText(t('staff-nights:preview.share'), { exact: true }).click();
  await preview.locator('img[src^="data:image/png"]').waitFor();

  await page.getByRole('tab', { name: t('staff-nights:tabs.line_up'), exact: true }).click();
  await button(t('staff-nights:line_up.paste')).click();
  await page
    .getByRole('textbox', { name: t('staff-nights:line_up.paste_label'), exact: true })
    .fill('Main Stage:\n23:00 Lela M.\n01:30 – OBERTON *\nSpace\n23:30 დათა\nDoors open');
  await page.getByText(t('staff-nights:line_up.paste_skipped', { lines: 'Doors open' })).waitFor();
  await button(t('staff-nights:line_up.paste_use_other', { count: '3' })).click();
  const block = page.getByRole('button', { name: /OBERTON/ }).first();
  await block.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.getByText(t('staff-nights:line_up.gap', { stage: t('events:stages.2'), from: '23:00', until: '23:30' })).waitFor();
  await button(t('staff-nights:save')).click();
  await page.getByText(t('staff-nights:saved'), { exact: true }).waitFor();
  expect((await staff.get({ id })).lineUps).toMatchObject([
    { floor: 1, artistName: 'Lela M.', startTime: '2026-11-20T23:00:00+04:00' },
    { floor: 2, artistName: 'დათა', startTime: '2026-11-20T23:30:00+04:00' },
    { floor: 2, artistName: 'OBERTON', startTime: '2026-11-21T02:05:00+04:00', isHeaderLineUp: true },
  ]);

  await page.getByRole('tab', { name: t('staff-nights:tabs.details'), exact: true }).click();
  const choose = page.getByLabel(t('staff-nights:photo.choose'), { exact: true }).and(page.locator('input'));
  await choose.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await page.getByText(t('forms:validation.picture_not_a_picture')).waitFor();
  const buffer = await sharp({ create: { width: 600, height: 700, channels: 3, background: '#ff5a1f' } })
    .jpeg()
    .toBuffer();
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }));
      return files;
    },
    [...buffer],
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: dropped });
  await page.getByText(t('staff-nights:photo.drop')).waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  await page.getByRole('img', { name: t('staff-nights:photo.alt') }).waitFor();
  app.dropCaches();
  expect((await app.api().events.get({ id })).eventPhotoUrl).toMatch(/^\/media\/gallery\/night-\d+-\w+-600\.jpg$/);
  await button(t('staff-nights:photo.remove')).click();
  await page.getByText(t('staff-nights:photo.cover')).waitFor();
  expect((await staff.get({ id })).eventPhotoUrl).toBeNull();
});

test('the second of two editors sees the conflict, and decides field by field', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app, { allowed: /409/ });
  const { id, version } = await staff.create({ body: eventFields() });
  const nameLat = page.getByLabel(t('staff-nights:field.nameLat'), { exact: true });
  await page.goto(`/staff/events/${id}/details`);
  await nameLat.fill('Mine');
  await page.getByLabel(t('staff-nights:field.name'), { exact: true }).fill('ჩემი');
  await staff.update({ id, body: { ...eventFields({ nameLat: 'Theirs', name: 'მისი', capacity: 350 }), version } });

  await page.getByRole('button', { name: t('staff-nights:save_draft'), exact: true }).click();
  const news = page.getByRole('alert');
  await news.getByText(t('staff-nights:news_taken', { fields: t('staff-nights:field.capacity') })).waitFor();
  expect(await nameLat.inputValue()).toBe('Mine');
  expect((await staff.get({ id })).nameLat).toBe('Theirs');
  await page.getByRole('button', { name: t('staff-nights:save_draft'), exact: true }).click();
  expect(await news.evaluate((element) => element === document.activeElement)).toBe(true);
  const part = (field: 'name' | 'nameLat') => news.getByRole('group', { name: t(`staff-nights:field.${field}`) });
  await part('nameLat')
    .getByRole('button', { name: t('staff-nights:keep_mine') })
    .click();
  await part('name')
    .getByRole('button', { name: t('staff-nights:take_theirs') })
    .click();
  await page.getByRole('button', { name: t('staff-nights:save_draft'), exact: true }).click();
  await page.getByText(t('staff-nights:saved'), { exact: true }).waitFor();
  const saved = await staff.get({ id });
  expect(saved).toMatchObject({ nameLat: 'Mine', name: 'მისი', capacity: 350 });

  // A changed text does not prevent a change of state.
  const published = await staff.changeState({ id, body: { version: saved.version, state: 'published', confirmed: ['nothing_on_sale'] } });
  await page.reload();
  await page.getByRole('link', { name: t('staff-nights:nothing_on_sale') }).waitFor();
  await staff.update({ id, body: { ...eventFields({ nameLat: 'Theirs again' }), version: published.version } });
  await chooseCommand(page, t('staff-nights:more'), t('staff-nights:withdraw'));
  await page.getByText(t('staff-nights:withdrawn')).waitFor();
  await page.getByText(t('staff-nights:state.draft'), { exact: true }).waitFor();
  expect(await staff.get({ id })).toMatchObject({ nameLat: 'Theirs again', state: 'draft' });
});
