import { HOUR_MS } from '#shared/durations.ts';
import { addGuestList } from '#tests/factories/guest-lists.ts';
import { button } from './at-the-door.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { openDoorOfPhones, openPairedPhone, storageOf, verdict } from './door-phone.ts';
import { deny, find, letIn, next } from './guest-list-at-door.steps.ts';
import { goOffline } from './network.ts';
import { expect, test, testInEachView } from './test.ts';

test('two phones without a network let in more than an entry has: both learn of it, and so does Tonight', async () => {
  const door = await openDoorOfPhones();
  await addGuestList(door.app.ctx, door.event.id, {
    name: 'Artists',
    allocation: 10,
    entries: [{ firstName: 'Luka', lastName: 'Nozadze' }],
  });
  const phones = [await openPairedPhone(door, 'Main'), await openPairedPhone(door, 'Side')];
  for (const phone of phones) {
    const rows = await find(phone, 'lu');
    // The guest lists have loaded.
    await rows.first().waitFor();
    await goOffline(phone.page);
    await letIn(rows.first());
    await verdict(phone.page, 'on_list').waitFor();
    await next(phone);
  }
  for (const { page } of phones) await goOffline(page, false);
  for (const { page, t } of phones) await page.getByRole('alert').getByText(t('scanner-device:conflicts.titles.entry_used')).waitFor();
  const { page, t } = await openConsole(door.app);
  await page.goto('/staff/tonight');
  await page.getByText(t('staff-scans:reasons.entry_used')).waitFor();
});

test('a phone has the names of its lists sealed, finds them without a network after it was closed, and forgets them', async () => {
  const door = await openDoorOfPhones();
  const people = Array.from({ length: 50 }, (_, place) => ({ firstName: `Listed${place}`, lastName: `Surname${place}` }));
  await addGuestList(door.app.ctx, door.event.id, { name: 'Fifty friends', allocation: 60, entries: people });
  const phone = await openPairedPhone(door, 'Main');
  await expect(await find(phone, 'listed4')).toHaveCount(10);
  await phone.page.keyboard.press('Escape');
  const kept = await storageOf(phone.page);
  expect(kept).not.toMatch(/Listed|Surname|Fifty/);
  await goOffline(phone.page);
  await phone.page.goto('/door');
  await button(phone.page, phone.t('door:start')).click();
  await letIn((await find(phone, 'listed7')).first());
  await verdict(phone.page, 'on_list').waitFor();
});

testInEachView('nobody comes in by a list that is full, or after its hour', async ({ language, width }) => {
  const door = await openDoorOfPhones();
  const over = new Date(Date.now() - HOUR_MS);
  const nika = { firstName: 'Nika', lastName: 'Gelashvili', plusOnes: 3 };
  await addGuestList(door.app.ctx, door.event.id, { name: 'ნინოს სტუმრები', allocation: 1, entries: [nika] });
  const late = { firstName: 'Nata', lastName: 'Late' };
  await addGuestList(door.app.ctx, door.event.id, { name: 'Early birds', allocation: 50, freeUntil: over, entries: [late] });
  const phone = await openPairedPhone(door, 'Main', { language, width });
  const { page, t } = phone;
  const row = (await find(phone, 'nika')).first();
  await row.getByRole('button', { name: t('scanner-device:listed.more_people') }).click();
  await letIn(row);
  await verdict(page, 'list_full').waitFor();
  await expectNoViolations(page, 'a list that is full');
  await deny(phone);
  await letIn((await find(phone, 'nata')).first());
  await verdict(page, 'free_until_over').waitFor();
  await deny(phone);
});
