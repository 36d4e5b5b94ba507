import { randomUUID } from 'node:crypto';
import { addGuestList } from '#tests/factories/guest-lists.ts';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { openDoor } from '#tests/factories/door.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { overflowing } from './layout.ts';
import { openEvent } from './staff-tonight.steps.ts';
import { expect, test, testInEachView } from './test.ts';

test('many decisions are found by name or ticket, from the keyboard, also those that are no longer among the last', async () => {
  const { app, eventId } = await openEvent();
  const { page, t, admin } = await openConsole(app);
  const { door } = app.api(admin.accessToken);
  const tickets: number[] = [];
  const names = ['Ana', 'Luka', 'Nino', 'Tekla', 'Giorgi', 'Mari', 'Elene', ...Array.from({ length: 20 }, () => 'Vato'), 'Sandro'];
  for (const firstName of names) {
    const { id: userId } = await createUser(app.ctx, { firstName, lastName: 'Drift' });
    tickets.push((await createTicket(app.ctx, { userId, eventId })).id);
  }
  for (const ticketId of tickets) await door.scan({ body: { isReject: false, ticketId, eventId, scanId: randomUUID() } });
  await page.goto('/staff/tonight');
  await page.getByRole('cell', { name: 'Sandro Drift', exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('TEKLA');
  await page.getByRole('cell', { name: 'Sandro Drift', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'Tekla Drift', exact: true }).waitFor();
  await page.getByLabel(t('staff-tonight:find_decision')).fill(String(tickets[0]));
  await page.getByRole('cell', { name: 'Ana Drift', exact: true }).waitFor();
  await page.getByRole('button', { name: t('staff:do_with', { what: t('staff-tonight:undo.open'), name: 'Ana Drift' }) }).press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('staff-tonight:undo.open') })
    .press('Enter');
  await page.getByText(t('staff-tonight:undo.undone'), { exact: true }).waitFor();
  await page.getByLabel(t('staff-tonight:find_decision')).fill('nobody');
  await page.getByText(t('staff-tonight:none_found')).waitFor();
  await page.getByLabel(t('staff-tonight:find_decision')).fill('');
  await page.getByRole('cell', { name: 'Mari Drift', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: t('staff-tonight:show_all') }).press('Enter');
  await page.getByRole('cell', { name: 'Mari Drift', exact: true }).waitFor();
  await expectNoViolations(page, 'all decisions of a night');
});

test('a broken connection is shown, and is opened again', async () => {
  const { app, ticketIds } = await openEvent();
  const { page, t, admin } = await openConsole(app, { allowed: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|network/i });
  await page.goto('/staff/tonight');
  await page.getByText(t('staff-tonight:live'), { exact: true }).waitFor();
  await page.route('**/staff/tonight/stream*', (route) => route.abort());
  await page
    .getByRole('button', { name: t('staff:event') })
    .first()
    .click();
  await page.getByRole('option').nth(1).click();
  await page.getByText(t('staff-tonight:connecting')).waitFor();
  await app.api(admin.accessToken).door.scan({ body: { isReject: false, ticketId: ticketIds[0] ?? 0 } });
  await page.unroute('**/staff/tonight/stream*');
  await page.getByText('Salome Drift').waitFor();
  await page.getByText(t('staff-tonight:live'), { exact: true }).waitFor();
});

test('who may not see money sees the rest of tonight without an empty place for it', async () => {
  const { app } = await openEvent();
  for (const [role, isShown] of [
    ['Manager', true],
    ['DoorLead', false],
  ] as const) {
    const { page, t } = await openConsole(app, { language: 'ka', width: 390, roles: [role] });
    await page.goto('/staff/tonight');
    await page.getByText(t('staff-tonight:to_come'), { exact: true }).waitFor();
    const table = page.getByRole('table', { name: t('staff-tonight:sales') });
    await table.getByRole('columnheader', { name: t('staff-tonight:sold'), exact: true }).waitFor();
    const money = [
      page.getByText(t('staff-tonight:gross'), { exact: true }),
      table.getByRole('columnheader', { name: t('staff-tonight:price'), exact: true }),
    ];
    for (const part of money) expect([role, await part.count()]).toEqual([role, isShown ? 1 : 0]);
    expect([role, (await page.locator('#main').innerText()).includes('₾')]).toEqual([role, isShown]);
    await expectNoViolations(page, `tonight of a ${role}`);
  }
});

testInEachView('people on a list are shown with the list and how many came', async ({ language, width }) => {
  const door = await openDoor({ pages: 'built' });
  const { entryIds } = await addGuestList(door.ctx, door.event.id, {
    name: 'Nino’s friends',
    allocation: 12,
    entries: [{ plusOnes: 1 }],
  });
  const { page, t } = await openConsole(door, { language, width });
  await page.goto('/staff/tonight');
  await page.getByText(t('staff:came_of', { arrived: '0', allocation: '12' }), { exact: true }).waitFor();
  const { scan, alone, upload } = await openScannerDevice(door, 'Main 1');
  const group = { code: undefined, entryId: entryIds[0], people: 2 };
  await upload(scan(group), alone({ ...group, shown: { result: 'accepted', reason: 'on_list' } }));
  const byList = t('staff-tonight:by_list', { people: '2', list: 'Nino’s friends' });
  const conflict = page.getByRole('list', { name: t('staff-tonight:conflicts.title') }).getByRole('listitem');
  await conflict.getByText(t('staff-scans:reasons.entry_used')).waitFor();
  await conflict.getByText(byList, { exact: true }).waitFor();
  await page.getByText(t('staff:came_of', { arrived: '4', allocation: '12' }), { exact: true }).waitFor();
  const admitted = page.getByRole('cell').filter({ hasText: t('staff-scans:outcomes.accepted') });
  await admitted.getByText(byList, { exact: true }).waitFor();
  await expectNoViolations(page, 'tonight with lists');
  expect(await overflowing(page)).toEqual([]);
});

testInEachView('tonight breaks no rule of accessibility', async ({ language, width }) => {
  const { app, ticketIds } = await openEvent();
  const { page, t, admin } = await openConsole(app, { language, width });
  await app.api(admin.accessToken).door.scan({ body: { isReject: false, ticketId: ticketIds[0] ?? 0 } });
  await page.goto('/staff/tonight');
  await page.getByText('Salome Drift').waitFor();
  // The row has two lines, with its buttons too.
  const row = await page.getByRole('row').filter({ hasText: 'Salome Drift' }).boundingBox();
  expect(row?.height).toBeLessThan(80);
  await page.getByText(t('staff:table'), { exact: true }).click();
  await page.getByText(t('staff-tonight:minutes.as_table'), { exact: true }).click();
  await page.getByRole('columnheader', { name: t('staff-tonight:minutes.out') }).waitFor();
  await expectNoViolations(page, 'tonight');
});
