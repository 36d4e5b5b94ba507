import sharp from 'sharp';
import { createEvent } from '#tests/factories/events.ts';
import { eventFields } from '#tests/factories/event-fields.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { chooseCommand, chooseOption } from './console.ts';
import { typeParts } from './date-parts.ts';
import { sitDown } from './staff-events.steps.ts';
import { expect, test, testInEachView } from './test.ts';

test('the door of an event is set by hand, with an error at its field, and comes back as it was saved', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app);
  const { id } = await staff.create({ body: eventFields() });
  const field = (name: string) => page.getByLabel(t(`staff-events:field.${name}`), { exact: true });
  const save = () => page.getByRole('button', { name: t('staff-events:save_draft'), exact: true }).click();
  await page.goto(`/staff/events/${id}/door`);
  expect(await field('licensed').getAttribute('placeholder')).toBe('400');
  await field('licensed').fill('380');
  const group = (name: string) => page.getByRole('group', { name: t(`staff-events:field.${name}`), exact: true });
  await typeParts(group('opensAt'), '2230');
  await chooseOption(page, t('staff-events:field.exits'), t('staff-events:door.exits.until'));
  await field('isAutomatic').check();
  await save();
  await page
    .getByRole('alert')
    .getByRole('link', { name: t('forms:validation.time_format') })
    .click();
  await page.keyboard.type('3');
  await save();
  await page.getByText(t('staff:saved'), { exact: true }).waitFor();
  const door = { licensed: 380, opensAt: '22:30', exits: 'until', exitsUntil: '03:00', isAutomatic: true, refusalRefunds: false };
  expect(await staff.get({ id })).toMatchObject(door);
  await page.reload();
  await expect(group('exitsUntil').getByRole('spinbutton')).toHaveText(['03', '00']);
  await expectNoViolations(page, 'the door of an event');
});

test('a photo that is not answered for a minute is refused, and can be sent again', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app);
  const { id } = await staff.create({ body: eventFields() });
  await page.goto(`/staff/events/${id}/details`);
  await page.route('**/api/staff/night-photos*', () => undefined, { times: 1 });
  const choose = page.getByLabel(t('staff-events:photo.choose'), { exact: true }).and(page.locator('input'));
  const picture = sharp({ create: { width: 600, height: 700, channels: 3, background: '#ff5a1f' } }).jpeg();
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture.toBuffer() };
  await choose.setInputFiles(photo);
  await page.getByText(t('staff-events:photo.sending')).first().waitFor();
  await page.clock.fastForward(61_000);
  await page.getByText(t('staff-events:no_network')).waitFor();
  await choose.setInputFiles(photo);
  await page.getByRole('img', { name: t('staff-events:photo.alt') }).waitFor();
});

test('without a connection nothing that was typed is lost', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app, { allowed: /ERR_INTERNET_DISCONNECTED/ });
  const { id } = await createEvent(app.ctx);
  const nameLat = page.getByLabel(t('staff-events:field.nameLat'), { exact: true });
  const save = page.getByRole('button', { name: t('staff:save'), exact: true });
  await page.goto(`/staff/events/${id}/details`);
  await nameLat.fill('Typed in the cellar');
  await page.context().setOffline(true);
  await save.click();
  await page.getByText(t('staff-events:no_network')).waitFor();
  expect(await nameLat.inputValue()).toBe('Typed in the cellar');
  await page.context().setOffline(false);
  await save.click();
  await page.getByText(t('staff:saved'), { exact: true }).waitFor();
  expect((await staff.get({ id })).nameLat).toBe('Typed in the cellar');
});

testInEachView('every screen of the nights is accessible', async ({ language, width }) => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, {
    startsAt: new Date('2026-11-20T23:00:00+04:00'),
    lineUps: [{ floor: 1, artistName: 'Lela M.', startsAt: new Date('2026-11-20T23:30:00+04:00'), isHeadliner: true }],
  });
  await createEvent(app.ctx, { startsAt: new Date('2026-11-13T23:00:00+04:00') });
  const { page, t } = await sitDown(app, { language, width });
  for (const [path, sight] of [
    ['/staff/events', t('staff:event')],
    ['/staff/events/new', t('staff-events:same_as')],
    [`/staff/events/${id}`, t('staff-events:steps.title')],
    [`/staff/events/${id}/details`, t('staff-events:photo.title')],
    [`/staff/events/${id}/door`, t('staff-events:door.title')],
    [`/staff/events/${id}/line-up`, t('staff-events:line_up.add_to', { stage: t('events:stages.2') })],
  ] as const) {
    await page.goto(path);
    await page.getByText(sight, { exact: true }).first().waitFor();
    await expectNoViolations(page, `${path} ${language} ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.getByRole('button', { name: t('staff-events:line_up.paste'), exact: true }).click();
  await page.getByRole('textbox', { name: t('staff-events:line_up.paste_label'), exact: true }).waitFor();
  await expectNoViolations(page, `paste ${language} ${width}`);
});

test('a draft is previewed in the other language, and as the picture of a shared link', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app);
  const { id } = await staff.create({ body: eventFields({ name: 'ნულოვანი', nameLat: 'Nulovani' }) });
  await page.goto(`/staff/events/${id}/details`);
  const preview = page.getByRole('region', { name: t('staff:preview') });
  await preview.getByText(t('staff-events:preview.page'), { exact: true }).click();
  await preview.getByText(t('common:languages.ka'), { exact: true }).click();
  await preview.getByText('ნულოვანი').waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await preview.getByText(t('staff-events:preview.share'), { exact: true }).click();
  await preview.locator('img[src^="data:image/png"]').waitFor();
});

test('a pasted line-up names the lines that nobody can read, and a moved act the gap that it leaves', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app);
  const { id } = await staff.create({ body: eventFields() });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`/staff/events/${id}/line-up`);
  await button(t('staff-events:line_up.paste')).click();
  await page
    .getByRole('textbox', { name: t('staff-events:line_up.paste_label'), exact: true })
    .fill('Main Stage:\n23:00 Lela M.\n01:30 – OBERTON *\nSpace\n23:30 დათა\nDoors open');
  await page.getByText(t('staff-events:line_up.paste_skipped', { lines: 'Doors open' })).waitFor();
  await button(t('staff-events:line_up.paste_use', { count: '3' })).click();
  await page
    .getByRole('button', { name: /OBERTON/ })
    .first()
    .focus();
  for (const key of ['ArrowRight', 'Shift+ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await page.getByText(t('staff-events:line_up.gap', { stage: t('events:stages.2'), from: '23:00', until: '23:30' })).waitFor();
  await button(t('staff:save')).click();
  await page.getByText(t('staff:saved'), { exact: true }).waitFor();
  expect((await staff.get({ id })).lineUps).toMatchObject([
    { floor: 1, artistName: 'Lela M.' },
    { floor: 2, artistName: 'დათა' },
    { floor: 2, artistName: 'OBERTON', isHeaderLineUp: true },
  ]);
});

test('a photo dropped anywhere on the page is shown, a file that is none is refused, and the cover comes back', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app, { allowed: /422/ });
  const { id } = await staff.create({ body: eventFields() });
  await page.goto(`/staff/events/${id}/details`);
  const choose = page.getByLabel(t('staff-events:photo.choose'), { exact: true }).and(page.locator('input'));
  await choose.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await page.getByText(t('forms:validation.picture_not_a_picture')).waitFor();
  const picture = sharp({ create: { width: 600, height: 700, channels: 3, background: '#ff5a1f' } }).jpeg();
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }));
      return files;
    },
    [...(await picture.toBuffer())],
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: dropped });
  await page.getByText(t('staff-events:photo.drop')).waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  await page.getByRole('img', { name: t('staff-events:photo.alt') }).waitFor();
  await page.getByRole('button', { name: t('staff-events:photo.remove'), exact: true }).click();
  await page.getByText(t('staff-events:photo.cover')).waitFor();
  expect((await staff.get({ id })).eventPhotoUrl).toBeNull();
});

test('a text that somebody else changed does not prevent a withdrawal', async () => {
  const app = await startTestSite();
  const { page, staff, t } = await sitDown(app, { allowed: /409/ });
  const { id, version } = await staff.create({ body: eventFields() });
  const published = await staff.changeState({ id, body: { version, state: 'published', confirmed: ['nothing_on_sale'] } });
  await page.goto(`/staff/events/${id}/details`);
  await page.getByRole('link', { name: t('staff-events:nothing_on_sale') }).waitFor();
  await staff.update({ id, body: { ...eventFields({ nameLat: 'Theirs again' }), version: published.version } });
  await chooseCommand(page, t('staff-events:more'), t('staff-events:withdraw'));
  await page.getByText(t('staff-events:withdrawn')).waitFor();
  await page.getByText(t('staff-events:state.draft'), { exact: true }).waitFor();
  expect(await staff.get({ id })).toMatchObject({ nameLat: 'Theirs again', state: 'draft' });
});
