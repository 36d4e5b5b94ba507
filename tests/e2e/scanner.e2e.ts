import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { scans } from '#server/door/door.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';

const CAMERA = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
const NARROW = { width: 390 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Keeps, in the page, what was asked of the camera and what it gave. */
async function watchCamera(page: Page) {
  await page.addInitScript(() => {
    const kept: { asked: unknown[]; tracks: MediaStreamTrack[] } = { asked: [], tracks: [] };
    Reflect.set(globalThis, 'camera', kept);
    const give = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wish) => {
      kept.asked.push(wish);
      const stream = await give(wish);
      kept.tracks.push(...stream.getTracks());
      return stream;
    };
  });
  return () =>
    page.evaluate(() => {
      const { asked, tracks }: { asked: unknown[]; tracks: MediaStreamTrack[] } = Reflect.get(globalThis, 'camera');
      return { asked, states: tracks.map(({ kind, readyState }) => [kind, readyState]) };
    });
}

test.each(LANGUAGES)('somebody is turned away by choice: name, date of birth and why are on the screen, in %s', async (language) => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx, { firstName: 'Salome', lastName: 'Drift', birthdate: '2001-03-14' });
  const { id: eventId } = await createEvent(app.ctx);
  const ticket = await createTicket(app.ctx, { userId: guest.id, eventId });
  const { page, t } = await openConsole(app, { language, ...NARROW });
  await page.goto(paths.scanner);
  await page.getByRole('radio', { name: t('door:reject') }).check();
  await button(page, t('door:type_id')).click();
  await page.getByLabel(t('door:user_id')).fill(String(guest.id));
  await page.getByLabel(t('door:ticket_id')).fill(String(ticket.id));
  await button(page, t('door:manual_send')).click();

  await page.getByText(t('door:rejected'), { exact: true }).first().waitFor();
  for (const text of [t('door:rejected_by_staff'), 'Salome Drift', language === 'en' ? 'March 14, 2001' : '14 მარტი, 2001']) {
    await page.getByText(text, { exact: true }).first().waitFor();
  }
  await page.getByText(t('door:age', { age: '25' })).waitFor();
  expect((await app.ctx.db.select().from(scans)).map(({ ticketId, result, isManual }) => [ticketId, result, isManual])).toEqual([
    [ticket.id, 'rejected', true],
  ]);
  await button(page, t('door:scan_again')).click();
  expect(await page.getByRole('radio', { name: t('door:reject') }).isChecked()).toBe(true);
});

test('the rear camera is asked for, and nothing of it runs once there is a decision', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app, { ...NARROW, camera: CAMERA, allowed: /status of 404/ });
  const camera = await watchCamera(page);
  await page.goto(paths.scanner);
  expect(await camera()).toEqual({ asked: [], states: [] });
  await button(page, t('door:start')).click();
  await page.getByText(t('door:point')).waitFor();
  const { asked, states } = await camera();
  expect(asked).toEqual([{ audio: false, video: expect.objectContaining({ facingMode: { ideal: 'environment' } }) }]);
  expect(states).toEqual([['video', 'live']]);

  await button(page, t('door:type_id')).click();
  await page.getByLabel(t('door:user_id')).fill('1');
  await page.getByLabel(t('door:ticket_id')).fill('1');
  await button(page, t('door:manual_send')).click();
  await button(page, t('door:scan_again')).waitFor();
  expect((await camera()).states).toEqual([['video', 'ended']]);
});

test.each(LANGUAGES)('a camera that is not given is said so, and can be asked for again, in %s', async (language) => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app, { language, ...NARROW });
  const camera = await watchCamera(page);
  await page.goto(paths.scanner);
  await button(page, t('door:start')).click();
  await page.getByText(t('door:camera_failed')).waitFor();
  await button(page, t('common:try_again')).click();
  await expect.poll(async () => (await camera()).asked.length).toBe(2);
  await page.getByText(t('door:camera_failed')).waitFor();
});
