import { eq } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import { scans } from '#server/door/door.table.ts';
import { firstList, listFields, newGuestList } from '#tests/factories/staff-lists.ts';
import { addDays } from '#shared/dates.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { openConsole } from './console.ts';
import { expectSound } from './invitations.ts';
import { controlsOf, openEvent, openList, REFUSAL } from './staff-guest-lists.steps.ts';
import { expect, test, testInEachView } from './test.ts';

test('a Door lead finds the lists from Tonight, and sees who came without a reload', async () => {
  const { app, id } = await openEvent();
  const { id: ownerId, accessToken } = await createAdmin(app.ctx);
  const { staffLists } = app.api(accessToken);
  const { id: listId } = firstList(await staffLists.add({ id, body: listFields }));
  const entries = [{ firstName: 'Nino', lastName: 'Beridze', plusOnes: 2 }];
  const entryId = firstList(await staffLists.addEntries({ id: listId, body: { entries } })).entries[0]?.id;
  const { page, t } = await openConsole(app, { width: 390, roles: ['DoorLead'] });
  const { textOf, button, row, said } = controlsOf(page, t);
  await page.goto('/staff/tonight');
  await page.getByRole('link', { name: t('staff-tonight:lists'), exact: true }).click();
  await row('Nino Beridze').waitFor();
  const tabs = page.getByRole('tablist', { name: t('staff-events:tabs.label') }).getByRole('tab');
  await expect(tabs).toHaveText([t('staff-events:tabs.lists')]);
  await expectSound(page, 'the lists of a Door lead');

  const scan = { entryId, people: 2, staffId: ownerId, eventId: id, kind: 'in', result: 'accepted', reason: 'on_list' } as const;
  await app.ctx.db.insert(scans).values({ ...scan, isManual: false, decidedAt: app.clock.now() });
  await said('staff:came_of', { arrived: '2', allocation: '10' }).waitFor({ timeout: 15_000 });
  await row('Nino Beridze').getByText('2 of 3').waitFor();
  await expect(button('staff:do_with', { what: textOf('entry.remove'), name: 'Nino Beridze' })).toHaveCount(0);
  await page
    .locator('#main')
    .getByRole('link', { name: t('staff:nav.tonight'), exact: true })
    .click();
  await page.waitForURL(/\/staff\/tonight\?event=/);
});

test('who may not edit lists only reads them, and after the night nobody changes them', async () => {
  const { app, id } = await openEvent();
  const { accessToken } = await createAdmin(app.ctx);
  const { eventId } = await newGuestList(app, app.api(accessToken));
  const { page, t } = await openConsole(app, { roles: ['Money'] });
  const { row, said } = controlsOf(page, t);
  // Those of the table's head only sort.
  const buttons = page.locator('#main').getByRole('button').and(page.locator(':not(th button)'));
  await page.goto(`/staff/events/${eventId}/guest-lists`);
  await row('Nino Beridze').waitFor();
  await expect(buttons).toHaveCount(0);
  await expectSound(page, 'lists to read');
  await page.goto(`/staff/events/${id}/guest-lists`);
  await said('none_read').waitFor();

  const owner = await openConsole(app);
  await app.ctx.db
    .update(events)
    .set({ startsAt: addDays(app.clock.now(), -1), endsAt: app.clock.now() })
    .where(eq(events.id, eventId));
  await owner.page.goto(`/staff/events/${eventId}/guest-lists`);
  await owner.page.getByText(t('staff:event_over')).waitFor();
  await expect(owner.page.locator('#main').getByRole('button').and(owner.page.locator(':not(th button)'))).toHaveCount(0);
});

test('the slower editor sees the present list, and overwrites it only on request', async () => {
  const { app } = await openEvent();
  const { page, t, admin } = await openConsole(app, { allowed: REFUSAL });
  const api = app.api(admin.accessToken);
  const { eventId, listId } = await newGuestList(app, api);
  const { button, field, said, textOf } = controlsOf(page, t);
  await page.goto(`/staff/events/${eventId}/guest-lists`);
  await button('staff:do_with', { what: textOf('staff:edit'), name: 'Nulovani' }).click();
  await field('allocation').fill('20');
  await api.staffLists.change({ id: listId, body: { ...listFields, allocation: 15, version: 1 } });
  await button('staff:save').click();
  const stale = textOf('stale', { name: 'Nulovani', allocation: '15', hour: textOf('until_the_end'), price: textOf('free') });
  await page.getByRole('alert').filter({ hasText: stale }).waitFor();
  await expectSound(page, 'a list that somebody else changed');
  expect(firstList(await api.staffLists.list({ id: eventId })).allocation).toBe(15);
  await page.getByRole('button', { name: t('staff:overwrite'), exact: true }).click();
  await said('staff:came_of', { arrived: '0', allocation: '20' }).waitFor();

  await button('staff:do_with', { what: textOf('staff:edit'), name: 'Nulovani' }).click();
  await api.staffLists.end({ id: listId });
  await page
    .getByRole('alert')
    .filter({ hasText: textOf('stale_ended') })
    .waitFor({ timeout: 15_000 });
  await expect(button('staff:save')).toHaveCount(0);
});

test('lists that cannot be read are asked for again, and typed names survive a reload', async () => {
  const { app } = await openEvent();
  const { page, t, admin } = await openConsole(app, { allowed: /ERR_FAILED/ });
  const { eventId } = await newGuestList(app, app.api(admin.accessToken));
  const { textOf, button, field, row } = controlsOf(page, t);
  await page.route('**/api/staff/nights/*/lists', (route) => route.abort(), { times: 1 });
  await page.goto(`/staff/events/${eventId}/guest-lists`);
  await page.getByRole('button', { name: t('common:try_again'), exact: true }).click();
  await row('Nino Beridze').waitFor();
  await button('staff:do_with', { what: textOf('names.add'), name: 'Nulovani' }).click();
  await field('names.label').fill('Lela M.\nEka');
  await page.reload();
  await button('staff:do_with', { what: textOf('names.add'), name: 'Nulovani' }).click();
  await page.getByText(t('forms:unsaved')).waitFor();
  await expect(field('names.label')).toHaveValue('Lela M.\nEka');
});

testInEachView('more people than the allocation are refused, by new names and by more company', async ({ language, width }) => {
  const { page, t, textOf, button, field, said } = await openList({ language, width });
  const refused = (left: string) =>
    page.getByRole('alert').filter({ hasText: t('staff-errors:list_allocation', { allocation: '6', left }) });
  await button('staff:do_with', { what: textOf('names.add'), name: 'Nulovani' }).click();
  await field('names.label').fill('Lela M. +3');
  await button('names.submit').click();
  await refused('3').waitFor();
  await expectSound(page, 'more people than the allocation');
  await field('names.label').fill('Lela M. +1');
  await button('names.submit').click();
  await said('people', { count: '5' }).waitFor();
  await button('staff:do_with', { what: textOf('staff:edit'), name: 'Lela M.' }).click();
  await field('entry.field').fill('4');
  await field('entry.field').press('Enter');
  await refused('1').waitFor();
  await expectSound(page, 'more company than the allocation');
  await field('entry.field').fill('2');
  await button('staff:save').click();
  await said('people', { count: '6' }).waitFor();
});

testInEachView('a list is ended after a question, and opened again', async ({ language, width }) => {
  const { page, textOf, button, said } = await openList({ language, width });
  await button('staff:do_with', { what: textOf('end'), name: 'Nulovani' }).click();
  await expectSound(page, 'the question before a list ends');
  await button('end_submit').click();
  await said('ended').waitFor();
  await expectSound(page, 'a list that has ended');
  await button('staff:do_with', { what: textOf('reopen'), name: 'Nulovani' }).click();
  await said('ended').waitFor({ state: 'hidden' });
});
