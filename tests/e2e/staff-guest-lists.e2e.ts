import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { events } from '#server/content/content.table.ts';
import { scans } from '#server/door/door.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { firstList, listFields, newGuestList } from '#tests/factories/staff-lists.ts';
import { addDays } from '#shared/dates.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { expectSound } from './invitations.ts';
import { expect, rare, test, views } from './test.ts';

const REFUSAL = /status of 409/;

async function openEvent(): Promise<{ app: TestApp; id: number }> {
  const app = await startTestSite();
  app.clock.set('2026-11-21T21:20:00+04:00');
  const { id } = await createEvent(app.ctx, { name: 'ნულოვანი', nameLat: 'Nulovani', startsAt: new Date('2026-11-21T23:00:00+04:00') });
  return { app, id };
}

/** Returns the screen's controls by the keys of their texts. */
function controlsOf(page: Page, t: (key: string, values?: Record<string, string>) => string) {
  const textOf = (key: string, values: Record<string, string> = {}) => t(`staff-lists:${key}`, values);
  return {
    textOf,
    button: (key: string, values?: Record<string, string>) => page.getByRole('button', { name: textOf(key, values), exact: true }),
    field: (key: string) => page.getByRole('textbox', { name: textOf(key), exact: true }),
    row: (name: string) => page.getByRole('row').filter({ hasText: name }),
    said: (key: string, values?: Record<string, string>) => page.getByText(textOf(key, values), { exact: true }),
  };
}

for (const [language, width] of views)
  test(`a list is made, filled from text with a bad line, mended, and ended (${language} ${width})`, async () => {
    const { app, id } = await openEvent();
    const { page, t } = await openConsole(app, { language, width, allowed: REFUSAL });
    const { textOf, button, field, row, said } = controlsOf(page, t);
    const name = language === 'ka' ? 'დიჯეის სია' : 'Friends of the DJ';
    await page.goto(`/staff/nights/${id}`);
    await page.getByRole('link', { name: t('staff-nights:tabs.lists'), exact: true }).click();
    await said('none').waitFor();
    await expectSound(page, 'no list');

    await button('add').click();
    await field('name').fill(name);
    await field('allocation').fill('many');
    await field('hour').fill('25:00');
    await button('save').click();
    await page.getByText(t('forms:validation.list_allocation_format')).waitFor();
    await page.getByText(t('forms:validation.time_format')).waitFor();
    await expect(field('allocation')).toBeFocused();
    await expectSound(page, 'a list with errors');
    await field('allocation').fill('6');
    await field('hour').fill('1');
    await field('hour').press('Enter');
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await said('came', { arrived: '0', allocation: '6' }).waitFor();
    await said('until', { time: '01:00' }).waitFor();

    await button('names.add_to', { name }).click();
    const names = field('names.label');
    await names.fill('ლელა 7');
    await said('names.found_other', { count: '0' }).waitFor();
    await button('names.submit').click();
    const error = page.getByText(textOf('names.unread_one', { lines: '1 (ლელა 7)' }));
    await error.waitFor();
    await expect(names).toBeFocused();
    await expectSound(page, 'a line that cannot be read');
    await names.fill('ნინო ბერიძე +2\n\nლელა მ. +4\n  Giorgi   Maisuradze  + 1');
    await error.waitFor({ state: 'hidden' });
    await button('names.submit').click();
    await page
      .getByRole('alert')
      .filter({ hasText: t('staff-errors:list_allocation', { allocation: '6', left: '6' }) })
      .waitFor();
    await expectSound(page, 'more people than the allocation');
    await names.fill('ნინო ბერიძე +2\nNino Beridze\nGiorgi Maisuradze');
    await button('names.submit').click();
    await row('Giorgi Maisuradze').waitFor();
    await expect(page.getByText(textOf('entry.duplicate'))).toHaveCount(2);
    await said('people_other', { count: '5' }).waitFor();
    await expectSound(page, 'a list with names');

    await button('entry.change_of', { name: 'Giorgi Maisuradze' }).click();
    await field('entry.field').fill('4');
    await field('entry.field').press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: t('staff-errors:list_allocation', { allocation: '6', left: '1' }) })
      .waitFor();
    await expectSound(page, 'more company than the allocation');
    await field('entry.field').fill('1');
    await button('save').click();
    await said('people_other', { count: '6' }).waitFor();

    await button('entry.remove_of', { name: 'Nino Beridze' }).press('Enter');
    await page.getByText(textOf('entry.removed', { name: 'Nino Beridze' })).waitFor();
    await expect(row('Nino Beridze')).toHaveCount(0);
    await expect(page.getByRole('heading', { name, exact: true })).toBeFocused();
    await button('undo').click();
    await row('Nino Beridze').waitFor();

    await button('end_of', { name }).click();
    await expectSound(page, 'the question before a list ends');
    await button('end_submit').click();
    await said('ended').waitFor();
    await expectSound(page, 'a list that has ended');
    await button('reopen_of', { name }).click();
    await said('ended').waitFor({ state: 'hidden' });
    const actions = await app.ctx.db.select({ action: auditEntries.action }).from(auditEntries).orderBy(auditEntries.id);
    expect(actions.map(({ action }) => action)).toEqual([
      'list.add',
      'list.names',
      'list.plus_ones',
      'list.remove_name',
      'list.bring_back',
      'list.end',
      'list.reopen',
    ]);
  });

test('a Door lead finds the lists from Tonight, and sees who came without a reload', rare, async () => {
  const { app, id } = await openEvent();
  const { id: ownerId, accessToken } = await createAdmin(app.ctx);
  const { staffLists } = app.api(accessToken);
  const { id: listId } = firstList(await staffLists.add({ id, body: listFields }));
  const entries = [{ firstName: 'Nino', lastName: 'Beridze', plusOnes: 2 }];
  const entryId = firstList(await staffLists.addEntries({ id: listId, body: { entries } })).entries[0]?.id;
  const { page, t } = await openConsole(app, { width: 390, roles: ['DoorLead'] });
  const { button, row, said } = controlsOf(page, t);
  await page.goto('/staff/tonight');
  await page.getByRole('link', { name: t('staff-doors:lists'), exact: true }).click();
  await row('Nino Beridze').waitFor();
  const tabs = page.getByRole('navigation', { name: t('staff-nights:tabs.label') }).getByRole('link');
  await expect(tabs).toHaveText([t('staff-nights:tabs.lists')]);
  await expectSound(page, 'the lists of a Door lead');

  const scan = { entryId, people: 2, staffId: ownerId, eventId: id, kind: 'in', result: 'accepted', reason: 'on_list' } as const;
  await app.ctx.db.insert(scans).values({ ...scan, isManual: false, decidedAt: app.clock.now() });
  await said('came', { arrived: '2', allocation: '10' }).waitFor({ timeout: 15_000 });
  await row('Nino Beridze').getByText('2 of 3').waitFor();
  await expect(button('entry.remove_of', { name: 'Nino Beridze' })).toHaveCount(0);
  await page
    .locator('#main')
    .getByRole('link', { name: t('staff:sections.tonight'), exact: true })
    .click();
  await page.waitForURL(/\/staff\/tonight\?night=/);
});

test('who may not edit lists only reads them, and after the night nobody changes them', rare, async () => {
  const { app, id } = await openEvent();
  const { accessToken } = await createAdmin(app.ctx);
  const { eventId } = await newGuestList(app, app.api(accessToken));
  const { page, t } = await openConsole(app, { roles: ['Money'] });
  const { row, said } = controlsOf(page, t);
  const buttons = page.locator('#main').getByRole('button');
  await page.goto(`/staff/nights/${eventId}/lists`);
  await row('Nino Beridze').waitFor();
  await expect(buttons).toHaveCount(0);
  await expectSound(page, 'lists to read');
  await page.goto(`/staff/nights/${id}/lists`);
  await said('none_read').waitFor();

  const owner = await openConsole(app);
  await app.ctx.db
    .update(events)
    .set({ startsAt: addDays(app.clock.now(), -1), endsAt: app.clock.now() })
    .where(eq(events.id, eventId));
  await owner.page.goto(`/staff/nights/${eventId}/lists`);
  await owner.page.getByText(t('staff-lists:over')).waitFor();
  await expect(owner.page.locator('#main').getByRole('button')).toHaveCount(0);
});

test('the slower editor sees the present list, and overwrites it only on request', rare, async () => {
  const { app } = await openEvent();
  const { page, t, admin } = await openConsole(app, { allowed: REFUSAL });
  const api = app.api(admin.accessToken);
  const { eventId, listId } = await newGuestList(app, api);
  const { button, field, said, textOf } = controlsOf(page, t);
  await page.goto(`/staff/nights/${eventId}/lists`);
  await button('change_of', { name: 'Nulovani' }).click();
  await field('allocation').fill('20');
  await api.staffLists.change({ id: listId, body: { ...listFields, allocation: 15, version: 1 } });
  await button('save').click();
  const stale = textOf('stale', { name: 'Nulovani', allocation: '15', hour: textOf('all_night'), price: textOf('free') });
  await page.getByRole('alert').filter({ hasText: stale }).waitFor();
  await expectSound(page, 'a list that somebody else changed');
  expect(firstList(await api.staffLists.list({ id: eventId })).allocation).toBe(15);
  await button('save_over').click();
  await said('came', { arrived: '0', allocation: '20' }).waitFor();

  await button('change_of', { name: 'Nulovani' }).click();
  await api.staffLists.end({ id: listId });
  await page
    .getByRole('alert')
    .filter({ hasText: textOf('stale_ended') })
    .waitFor({ timeout: 15_000 });
  await expect(button('save')).toHaveCount(0);
});

test('lists that cannot be read are asked for again, and typed names survive a reload', rare, async () => {
  const { app } = await openEvent();
  const { page, t, admin } = await openConsole(app, { allowed: /ERR_FAILED/ });
  const { eventId } = await newGuestList(app, app.api(admin.accessToken));
  const { button, field, row } = controlsOf(page, t);
  await page.route('**/api/staff/nights/*/lists', (route) => route.abort(), { times: 1 });
  await page.goto(`/staff/nights/${eventId}/lists`);
  await page.getByRole('button', { name: t('common:try_again'), exact: true }).click();
  await row('Nino Beridze').waitFor();
  await button('names.add_to', { name: 'Nulovani' }).click();
  await field('names.label').fill('Lela M.\nEka');
  await page.reload();
  await button('names.add_to', { name: 'Nulovani' }).click();
  await page.getByText(t('forms:kept')).waitFor();
  await expect(field('names.label')).toHaveValue('Lela M.\nEka');
});
