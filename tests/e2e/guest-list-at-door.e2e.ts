import type { Page } from 'playwright-core';
import { HOUR_MS } from '#shared/durations.ts';
import { addGuestList } from '#tests/factories/guest-lists.ts';
import { button } from './at-the-door.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { hasReader, openDoorOfPhones, storageOf, takePhone, verdict } from './door-phone.ts';
import { overflowing } from './layout.ts';
import { goOffline } from './network.ts';
import { expect, rare, test, views } from './test.ts';

type Phone = Awaited<ReturnType<typeof takePhone>>;
type Door = Awaited<ReturnType<typeof openDoorOfPhones>>;

async function openListPhone(door: Door, name: string, options: Parameters<typeof takePhone>[1] = {}): Promise<Phone> {
  const phone = await takePhone(door.app, options);
  await phone.page.goto((await door.makeScannerDevice(name)).path);
  await button(phone.page, phone.t('scanner-device:pair.start')).click();
  await phone.page.getByText(phone.t('scanner-device:aim.point'), { exact: true }).waitFor();
  await phone.page.locator('[data-link="live"]').waitFor();
  await hasReader(phone.page);
  return phone;
}

/** Searches by name, and returns the buttons that admit people. */
async function find({ page, t }: Phone, letters: string) {
  await button(page, t('scanner-device:tools.search')).click();
  await page.getByRole('textbox').fill(letters);
  return page.getByRole('dialog').getByRole('listitem');
}

const letIn = (row: ReturnType<Page['getByRole']>) => row.getByRole('button').last().click();
const next = async ({ page, t }: Phone) => button(page, t('scanner-device:verdict.scan_again')).click();

for (const [language, width] of views)
  test(`people on a list come in by name, in parts, and no more than it has places (${language} ${width})`, async () => {
    const door = await openDoorOfPhones();
    const over = new Date(Date.now() - HOUR_MS);
    await addGuestList(door.app.ctx, door.event.id, {
      name: 'ნინოს სტუმრები',
      allocation: 4,
      entries: [
        { firstName: 'ნინო', lastName: 'ბერიძე', plusOnes: 2 },
        { firstName: 'Nika', lastName: 'Gelashvili', plusOnes: 3 },
      ],
    });
    await addGuestList(door.app.ctx, door.event.id, {
      name: 'Early birds',
      allocation: 50,
      freeUntil: over,
      entries: [{ firstName: 'Nata', lastName: 'Late' }],
    });
    const phone = await openListPhone(door, 'Main', { language, width });
    const { page, t } = phone;
    const rows = await find(phone, 'ni');
    await expect(rows).toHaveCount(2);
    await expectNoViolations(page, 'people on lists');
    expect(await overflowing(page)).toEqual([]);
    const nino = rows.filter({ hasText: 'ნინო ბ.' });
    await nino.getByRole('button', { name: t('scanner-device:listed.fewer') }).click();
    await letIn(nino);
    await verdict(page, 'on_list').waitFor();
    await page
      .getByText(t('scanner-device:listed.count_other', { count: '2' }))
      .last()
      .waitFor();
    await expectNoViolations(page, 'people who come in by a list');
    expect(await overflowing(page)).toEqual([]);
    await next(phone);

    await letIn((await find(phone, 'ნინო')).first());
    await verdict(page, 'on_list').waitFor();
    await next(phone);
    await letIn((await find(phone, 'nino')).first());
    await verdict(page, 'entry_used').waitFor();
    await next(phone);
    await letIn((await find(phone, 'nika')).first());
    await verdict(page, 'list_full').waitFor();
    await expectNoViolations(page, 'a list that is full');
    await next(phone);
    await letIn((await find(phone, 'nata')).first());
    await verdict(page, 'free_until_over').waitFor();
    await next(phone);
    await page.getByText('3', { exact: true }).first().waitFor();
  });

test('two phones without a network let in more than an entry has: both learn of it, and so does Tonight', rare, async () => {
  const door = await openDoorOfPhones();
  await addGuestList(door.app.ctx, door.event.id, {
    name: 'Artists',
    allocation: 10,
    entries: [{ firstName: 'Luka', lastName: 'Nozadze' }],
  });
  const phones = [await openListPhone(door, 'Main'), await openListPhone(door, 'Side')];
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
  await page.getByText(t('staff-tonight:conflicts.reasons.entry_used')).waitFor();
});

test('a phone has the names of its lists sealed, finds them without a network after it was closed, and forgets them', rare, async () => {
  const door = await openDoorOfPhones();
  const people = Array.from({ length: 50 }, (_, place) => ({ firstName: `Listed${place}`, lastName: `Surname${place}` }));
  await addGuestList(door.app.ctx, door.event.id, { name: 'Fifty friends', allocation: 60, entries: people });
  const phone = await openListPhone(door, 'Main');
  await expect(await find(phone, 'listed4')).toHaveCount(10);
  await phone.page.keyboard.press('Escape');
  const kept = await storageOf(phone.page);
  expect(kept).not.toMatch(/Listed|Surname|Fifty/);
  await goOffline(phone.page);
  await phone.page.goto('/door');
  await button(phone.page, phone.t('scanner-device:ready.start')).click();
  await letIn((await find(phone, 'listed7')).first());
  await verdict(phone.page, 'on_list').waitFor();
});
