import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { scans } from '#server/door/door.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { arrive } from './guest.ts';
import { button, NO_CAMERA, openEvent, openScanner, typeNumber } from './at-the-door.ts';
import { openConsole } from './console.ts';
import { expect, test, testInEachView } from './test.ts';

/** Records in the page which camera is requested, and its tracks. */
async function watchCamera(page: Page) {
  await page.addInitScript(() => {
    const kept: { requests: unknown[]; tracks: MediaStreamTrack[] } = { requests: [], tracks: [] };
    Reflect.set(globalThis, 'camera', kept);
    const give = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      kept.requests.push(constraints);
      const stream = await give(constraints);
      kept.tracks.push(...stream.getTracks());
      return stream;
    };
  });
  return () =>
    page.evaluate(() => {
      const { requests, tracks }: { requests: unknown[]; tracks: MediaStreamTrack[] } = Reflect.get(globalThis, 'camera');
      return { requests, states: tracks.map(({ kind, readyState }) => [kind, readyState]) };
    });
}

testInEachView(
  'somebody is turned away by choice: name, date of birth and why are on the screen [§2.scan-choice §2.scan-result §4.scan]',
  async ({ language }) => {
    const { app, ticket } = await openEvent();
    const { page, t } = await openScanner(app, { language });
    await page.getByRole('radio', { name: t('door:reject') }).check();
    await button(page, `${t('door:start')} ${t('door:mode_reject')}`).waitFor();
    await typeNumber({ page, t }, ticket.id);

    await page.getByText(t('door:rejected'), { exact: true }).first().waitFor();
    for (const text of [t('door:rejected_by_staff'), 'Salome Drift', language === 'en' ? 'March 14, 2001' : '14\u00a0მარტი, 2001']) {
      await page.getByText(text, { exact: true }).first().waitFor();
    }
    await page.getByText(t('door:age', { age: '25' })).waitFor();
    expect((await app.ctx.db.select().from(scans)).map(({ ticketId, result, isManual }) => [ticketId, result, isManual])).toEqual([
      [ticket.id, 'rejected', true],
    ]);
    await button(page, t('door:scan_again')).click();
    expect(await page.getByRole('radio', { name: t('door:reject') }).isChecked()).toBe(true);
  },
);

test('the rear camera is asked for, and nothing of it runs once there is a decision [§2.camera]', async () => {
  const { app } = await openEvent();
  const { page, t } = await openConsole(app, { width: 390, allowed: /status of 404/ });
  const camera = await watchCamera(page);
  await page.goto(paths.scanner);
  expect(await camera()).toEqual({ requests: [], states: [] });
  await button(page, t('door:start')).click();
  await page.getByText(t('door:point')).waitFor();
  const { requests, states } = await camera();
  expect(requests).toEqual([{ audio: false, video: expect.objectContaining({ facingMode: { ideal: 'environment' } }) }]);
  expect(states).toEqual([['video', 'live']]);

  await typeNumber({ page, t }, 1);
  await button(page, t('door:scan_again')).waitFor();
  expect((await camera()).states).toEqual([['video', 'ended']]);
});

test('the camera stops when the page is left, for another page as for the login [§4.camera-stops]', async () => {
  const { app } = await openEvent();
  const { page, t } = await openConsole(app, { width: 390 });
  const camera = await watchCamera(page);
  const scan = async () => {
    await page.goto(paths.scanner);
    await button(page, t('door:start')).click();
    await page.getByText(t('door:point')).waitFor();
    expect((await camera()).states).toEqual([['video', 'live']]);
  };
  await scan();
  // The scanner is a separate document: records the state of its camera while the user leaves it.
  await page.evaluate(() => {
    globalThis.addEventListener('pagehide', () => {
      const { tracks }: { tracks: MediaStreamTrack[] } = Reflect.get(globalThis, 'camera');
      sessionStorage.setItem('camera', tracks.map(({ readyState }) => readyState).join());
    });
  });
  await page.getByRole('link', { name: t('door:to_console') }).click();
  await page.waitForURL(/staff/);
  expect(await page.evaluate(() => sessionStorage.getItem('camera'))).toBe('ended');

  await scan();
  // Logs out in another tab.
  await page.evaluate(() => {
    localStorage.removeItem('accessToken');
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken', newValue: null, storageArea: localStorage }));
  });
  await page.waitForURL(/login/);
  expect((await camera()).states).toEqual([['video', 'ended']]);
});

test('the entry to the scanner is on the profile of an Owner, who may run the door, and not on that of a guest [§2.scan-entry]', async () => {
  const { app } = await openEvent();
  const { page, t } = await openConsole(app);
  await page.goto(paths.profile);
  await page.getByRole('link', { name: t('accounts:profile.scan_qr') }).waitFor();
  const guest = await arrive(app);
  await guest.page.goto(paths.profile);
  await guest.page.getByRole('button', { name: t('accounts:profile.my_tickets') }).waitFor();
  expect(await guest.page.getByRole('link', { name: t('accounts:profile.scan_qr') }).count()).toBe(0);
});

test('a refused camera is named as such, and can be requested again [§8.camera]', async () => {
  const { app } = await openEvent();
  const { page, t } = await openConsole(app, { language: 'ka', width: 390, camera: NO_CAMERA });
  const camera = await watchCamera(page);
  await page.goto(paths.scanner);
  await button(page, t('door:start')).click();
  await page.getByText(t('door:camera_failed')).waitFor();
  await button(page, t('common:try_again')).click();
  await expect.poll(async () => (await camera()).requests.length).toBe(2);
  await page.getByText(t('door:camera_failed')).waitFor();
});

test('a ticket of another night is amber with its night and day, and a second press lets in', async () => {
  const { app, event, guest } = await openEvent();
  const friday = await createEvent(app.ctx, {
    name: 'პირველი ღამე',
    nameLat: 'First Night',
    startsAt: new Date('2026-11-27T23:00:00+04:00'),
  });
  const ticket = await createTicket(app.ctx, { userId: guest.id, eventId: friday.id });
  const { page, t } = await openScanner(app, { allowed: /status of 409/ });
  await typeNumber({ page, t }, ticket.id);
  await page.getByText(t('door:other_event'), { exact: true }).first().waitFor();
  const day = 'Friday, November 27, 2026';
  const reason = t('staff-errors:other_event', { event: 'First Night', eventDate: day });
  await page.getByText(reason, { exact: true }).first().waitFor();
  await button(page, t('door:admit_other')).click();
  await button(page, t('door:admit_other_back')).click();
  expect((await app.ctx.db.select().from(scans)).map(({ eventId, reason: why }) => [eventId, why])).toEqual([[event.id, 'other_event']]);
  await button(page, t('door:admit_other')).click();
  await button(page, t('door:admit_other_confirm')).click();
  await page.getByText(t('door:accepted'), { exact: true }).first().waitFor();
  await page.getByText(t('door:admitted_other_event'), { exact: true }).first().waitFor();
  await page.getByText('Salome Drift').first().waitFor();
  await page.getByText(day).first().waitFor();
  expect(await app.ctx.db.$count(auditEntries)).toBe(1);
});
