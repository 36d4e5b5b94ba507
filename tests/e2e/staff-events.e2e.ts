import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { createEvent } from '#tests/factories/events.ts';
import { eventFields } from '#tests/factories/event-fields.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { expect, rare, test, views } from './test.ts';

/** Opens the console as an Owner, with an API client of the same account. */
async function sitDown(app: TestApp, arrival: Parameters<typeof openConsole>[1] = {}) {
  const { page, admin, t } = await openConsole(app, arrival);
  return { page, staff: app.api(admin.accessToken).staffEvents, t };
}

const idIn = (page: Page): number => Number(/nights\/(\d+)/.exec(page.url())?.[1]);

test('an event goes from nothing onto the site, with its line-up and its photo', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app, { allowed: /409|422/ });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/staff/nights');
  await page.getByText(t('staff-nights:none.upcoming')).waitFor();
  await page
    .getByRole('link', { name: t('staff-nights:new'), exact: true })
    .first()
    .click();

  await button(t('staff-nights:publish')).click();
  const problems = page.getByRole('alert').getByRole('link');
  expect(await problems.allTextContents()).toEqual(Array(2).fill(t('forms:validation.night_name_required')));

  await page.getByLabel(t('staff-nights:field.name'), { exact: true }).fill('ნულოვანი');
  await page.getByLabel(t('staff-nights:field.nameLat'), { exact: true }).fill('Nulovani');
  await page.reload();
  await page.getByText(t('forms:kept')).waitFor();
  expect(await page.getByLabel(t('staff-nights:field.nameLat'), { exact: true }).inputValue()).toBe('Nulovani');
  await button(t('staff-nights:publish')).click();
  await page.getByRole('dialog').getByText(t('staff-nights:confirm.nothing_on_sale')).waitFor();
  await button(t('staff-nights:confirm.go.publish')).click();
  await page.waitForURL(/nights\/\d+$/);
  const id = idIn(page);
  expect(await app.api().events.get({ id })).toMatchObject({
    nameLat: 'Nulovani',
    startDate: '2026-11-20T23:00:00+04:00',
    endDate: '2026-11-21T07:00:00+04:00',
  });

  const preview = page.getByRole('region', { name: t('staff-nights:preview.title') });
  await preview.getByText(t('staff-nights:preview.page'), { exact: true }).click();
  await preview.getByText(t('common:languages.ka'), { exact: true }).click();
  await preview.getByText('ნულოვანი').waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await preview.getByText(t('staff-nights:preview.share'), { exact: true }).click();
  await preview.locator('img[src^="data:image/png"]').waitFor();

  await page.getByRole('link', { name: t('staff-nights:tabs.line_up'), exact: true }).click();
  await button(t('staff-nights:line_up.paste')).click();
  await page
    .getByLabel(t('staff-nights:line_up.paste_label'))
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

  await page.getByRole('link', { name: t('staff-nights:tabs.night'), exact: true }).click();
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

test('the door of an event is set by hand, with an error at its field, and comes back as it was saved', rare, async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app);
  const { id } = await staff.create({ body: eventFields() });
  const field = (name: string) => page.getByLabel(t(`staff-nights:field.${name}`), { exact: true });
  const save = () => page.getByRole('button', { name: t('staff-nights:save_draft'), exact: true }).click();
  await page.goto(`/staff/nights/${id}`);
  expect(await field('licensed').getAttribute('placeholder')).toBe(await field('capacity').inputValue());
  await field('licensed').fill('380');
  await field('opensAt').fill('22.30');
  await field('exits').selectOption('until');
  await field('isAutomatic').check();
  await save();
  await page
    .getByRole('alert')
    .getByRole('link', { name: t('forms:validation.time_format') })
    .click();
  await page.keyboard.type('3');
  await save();
  await page.getByText(t('staff-nights:saved'), { exact: true }).waitFor();
  const door = { licensed: 380, opensAt: '22:30', exits: 'until', exitsUntil: '03:00', isAutomatic: true, refusalRefunds: false };
  expect(await staff.get({ id })).toMatchObject(door);
  await page.reload();
  await expect(field('exitsUntil')).toHaveValue('03:00');
  await expectNoViolations(page, 'the door of an event');
});

test('a photo that is not answered for a minute is refused, and can be sent again', rare, async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app);
  const { id } = await staff.create({ body: eventFields() });
  await page.goto(`/staff/nights/${id}`);
  await page.route('**/api/staff/night-photos*', () => undefined, { times: 1 });
  const choose = page.getByLabel(t('staff-nights:photo.choose'), { exact: true }).and(page.locator('input'));
  const picture = sharp({ create: { width: 600, height: 700, channels: 3, background: '#ff5a1f' } }).jpeg();
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture.toBuffer() };
  await choose.setInputFiles(photo);
  await page.getByText(t('staff-nights:photo.sending')).first().waitFor();
  await page.clock.fastForward(61_000);
  await page.getByText(t('staff-nights:no_network')).waitFor();
  await choose.setInputFiles(photo);
  await page.getByRole('img', { name: t('staff-nights:photo.alt') }).waitFor();
});

test('the second of two editors sees the conflict, and decides field by field', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app, { allowed: /409/ });
  const { id, version } = await staff.create({ body: eventFields() });
  const nameLat = page.getByLabel(t('staff-nights:field.nameLat'), { exact: true });
  await page.goto(`/staff/nights/${id}`);
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
  await page.getByRole('button', { name: t('staff-nights:withdraw'), exact: true }).click();
  await page.getByText(t('staff-nights:withdrawn')).waitFor();
  await page.getByRole('button', { name: t('staff-nights:delete.open') }).waitFor();
  expect(await staff.get({ id })).toMatchObject({ nameLat: 'Theirs again', state: 'draft' });
});

test('without a connection nothing that was typed is lost', rare, async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app, { allowed: /ERR_INTERNET_DISCONNECTED/ });
  const { id } = await createEvent(app.ctx);
  const nameLat = page.getByLabel(t('staff-nights:field.nameLat'), { exact: true });
  const save = page.getByRole('button', { name: t('staff-nights:save'), exact: true });
  await page.goto(`/staff/nights/${id}`);
  await nameLat.fill('Typed in the cellar');
  await page.context().setOffline(true);
  await save.click();
  await page.getByText(t('staff-nights:no_network')).waitFor();
  expect(await nameLat.inputValue()).toBe('Typed in the cellar');
  await page.context().setOffline(false);
  await save.click();
  await page.getByText(t('staff-nights:saved'), { exact: true }).waitFor();
  expect((await staff.get({ id })).nameLat).toBe('Typed in the cellar');
});

for (const [language, width] of views)
  test(`every screen of the nights is accessible (${language}, ${width} px)`, rare, async () => {
    const app = await startTestSite();
    const { id } = await createEvent(app.ctx, {
      startsAt: new Date('2026-11-20T23:00:00+04:00'),
      lineUps: [{ floor: 1, artistName: 'Lela M.', startsAt: new Date('2026-11-20T23:30:00+04:00'), isHeadliner: true }],
    });
    await createEvent(app.ctx, { startsAt: new Date('2026-11-13T23:00:00+04:00') });
    const { page, t } = await sitDown(app, { language, width });
    for (const [path, sight] of [
      ['/staff/nights', t('staff-nights:column.name')],
      ['/staff/nights/new', t('staff-nights:same_as')],
      [`/staff/nights/${id}`, t('staff-nights:photo.title')],
      [`/staff/nights/${id}/line-up`, t('staff-nights:line_up.add_to', { stage: t('events:stages.2') })],
    ] as const) {
      await page.goto(path);
      await page.getByText(sight, { exact: true }).first().waitFor();
      await expectNoViolations(page, `${path} ${language} ${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    await page.getByRole('button', { name: t('staff-nights:line_up.paste'), exact: true }).click();
    await page.getByLabel(t('staff-nights:line_up.paste_label')).waitFor();
    await expectNoViolations(page, `paste ${language} ${width}`);
  });
