import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { silence } from '#tests/factories/sound.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { enter, FRIDAY } from './event-pages.ts';
import { translatorOf } from './site.ts';
import { startSlowReader } from './slow-reader.ts';
import { expect, test, testInEachView } from './test.ts';

const lineUps = [
  { floor: 1, artistName: 'OBERTON', startsAt: FRIDAY.startsAt },
  { floor: 2, artistName: 'Lela M.', startsAt: FRIDAY.startsAt },
];

testInEachView('staff give an act a sound and a guest plays it', async ({ language, width }) => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { ...FRIDAY, lineUps });
  const { page: desk, t } = await openConsole(app, { language, width, allowed: /422/ });
  await desk.goto(`/staff/events/${id}/line-up`);
  const choose = desk.locator('input[type=file]').first();
  await choose.setInputFiles({ name: 'set.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound') });
  await desk.getByText(t('forms:validation.sound_format')).waitFor();
  await choose.setInputFiles({ name: 'set.mp3', mimeType: 'audio/mpeg', buffer: silence(30) });
  await desk.getByText(t('staff-events:line_up.sounds.stored', { name: 'OBERTON' })).waitFor();
  await expectNoViolations(desk, 'the sounds of a line-up');

  const page = await enter(app, { language, width });
  const requested: string[] = [];
  page.on('request', (request) => void (request.url().includes('/media/sounds/') && requested.push(request.url())));
  await page.goto(paths.event(id));
  const say = await translatorOf(language);
  const play = page.getByRole('button', { name: say('events:play', { name: 'OBERTON' }) }).filter({ visible: true });
  await play.waitFor();
  expect((await play.boundingBox())?.height).toBeGreaterThanOrEqual(43);
  if (width < 768) {
    // At the end of its row, for the eye and for the keyboard.
    const isLast = play.evaluate((button) => (button.closest('li')?.querySelector('bdi')?.compareDocumentPosition(button) ?? 0) & 4);
    expect(await isLast).toBe(4);
  }
  expect(requested).toEqual([]);
  await play.click();
  const pause = page.getByRole('button', { name: say('events:pause', { name: 'OBERTON' }) }).filter({ visible: true });
  await pause.waitFor();
  const position = page.getByRole('slider', { name: say('events:position', { name: 'OBERTON' }) }).filter({ visible: true });
  await position.fill('20');
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThanOrEqual(20);
  await expectNoViolations(page, 'an act that plays');
  await pause.click();
  await play.waitFor();
  expect(requested.length).toBeGreaterThan(0);
  expect(new Set(requested).size).toBe(1);
});

test('the upload of a sound says how far it is, and ends when it is cancelled', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { ...FRIDAY, lineUps });
  const { page, t } = await openConsole(app);
  const server = await startSlowReader();
  await page.goto(`/staff/events/${id}/line-up`);
  await page.route('**/api/staff/night-sounds*', (route) => route.continue({ url: server.url }), { times: 1 });
  const file = join(createTestFolder(), 'set.mp3');
  await writeFile(file, Buffer.alloc(8_000_000));
  await page.locator('input[type=file]').first().setInputFiles(file);
  const progress = page.getByRole('progressbar', { name: 'set.mp3' });
  await server.read(3_000_000);
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0.2);
  await expectNoViolations(page, 'the upload of a sound');
  await page.getByRole('button', { name: t('staff:do_with', { what: t('staff:upload.cancel'), name: 'set.mp3' }) }).click();
  await progress.waitFor({ state: 'detached' });
  // The file input has the role and the name of its button, too.
  const choose = page.getByRole('button', { name: t('staff-events:line_up.sounds.choose_for', { name: 'OBERTON' }), disabled: false });
  await choose.and(page.locator('button')).waitFor();
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
});
