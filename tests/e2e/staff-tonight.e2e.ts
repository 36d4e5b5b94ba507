import { randomUUID } from 'node:crypto';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { openDoor } from '#tests/factories/door.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { openEvent } from './staff-tonight.steps.ts';
import { expect, test, testInEachView } from './test.ts';

test('an entry at the door is seen without touching anything, and the bar says how many by the keyboard', async () => {
  const { app, eventId, ticketIds } = await openEvent();
  const { page, t, admin } = await openConsole(app);
  await page.goto('/staff/tonight');
  await page.getByText(t('staff-tonight:live'), { exact: true }).waitFor();
  await page.getByText(t('staff-tonight:no_decisions')).waitFor();
  const { door } = app.api(admin.accessToken);
  await door.scan({ body: { isReject: false, ticketId: ticketIds[0] ?? 0 } });
  await page.getByText('Salome Drift').waitFor();
  await page.getByText(t('staff-tonight:unnamed', { count: '1' })).waitFor();
  await page.getByRole('button', { name: 'Salome Drift', exact: true }).press('Enter');
  await page.getByRole('dialog').getByText(t('staff-tonight:no_event_named')).waitFor();
  await page.keyboard.press('Escape');
  await door.scan({ body: { isReject: true, ticketId: ticketIds[1] ?? 0, eventId } });
  await page
    .getByRole('cell', { name: t('staff-tonight:rejected') })
    .first()
    .waitFor();
  expect(await page.getByText('14.03.2001').count()).toBe(2);
  await page.getByRole('img', { name: '23:15: 1 checked in' }).focus();
  await page.locator('svg text', { hasText: /^1$/ }).waitFor();
  await page.getByText(t('staff:table'), { exact: true }).press('Enter');
  await page.getByRole('cell', { name: '23:15' }).waitFor();
});

test('a wrong admission is taken back from the list of decisions, by keyboard, and the ticket is good again', async () => {
  const { app, eventId, ticketIds } = await openEvent();
  const { page, t, admin } = await openConsole(app);
  const { door } = app.api(admin.accessToken);
  const body = { isReject: false, ticketId: ticketIds[0] ?? 0, eventId };
  await door.scan({ body: { ...body, scanId: randomUUID() } });
  await page.goto('/staff/tonight');
  const name = 'Salome Drift';
  const open = page.getByRole('button', { name: t('staff:do_with', { what: t('staff-tonight:undo.open'), name }) });
  await open.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('staff:cancel') })
    .press('Enter');
  await open.press('Enter');
  await expectNoViolations(page, 'taking an admission back');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('staff-tonight:undo.open') })
    .press('Enter');
  await page.getByText(t('staff-tonight:undo.done', { name })).waitFor();
  await page.getByText(t('staff-tonight:undo.undone'), { exact: true }).waitFor();
  await open.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(t('staff-tonight:decisions'));
  expect(await door.scan({ body })).toMatchObject({ result: 'accepted' });
});

testInEachView('two doors that admitted one ticket are shown at once', async ({ language, width }) => {
  const door = await openDoor({ pages: 'built' });
  door.clock.set('2026-11-21T23:55:00+04:00');
  const { page, t } = await openConsole(door, { language, width });
  await page.goto('/staff/tonight');
  await page.getByText(t('staff-tonight:live'), { exact: true }).waitFor();
  const [main, side] = [await openScannerDevice(door, 'Main 1'), await openScannerDevice(door, 'Side 1')];
  await main.upload(main.alone({ at: '2026-11-21T23:41:07+04:00' }));
  await side.upload(side.alone({ at: '2026-11-21T23:41:52+04:00', uncertaintyMs: 60_000 }));
  const conflict = page.getByRole('list', { name: t('staff-tonight:conflicts.title') }).getByRole('listitem');
  await conflict.getByText(t('staff-tonight:conflicts.double')).waitFor();
  expect(await conflict.innerText()).toMatch(/Nino Beridze[^]*Main 1 23:41:07[^]*Side 1 23:41:52/);
  await conflict.getByText(t('staff-tonight:conflicts.order_unsure')).waitFor();
  await page.getByRole('cell').getByText(t('staff-tonight:conflicts.one'), { exact: true }).waitFor();
  await expectNoViolations(page, 'tonight with a conflict');
});
