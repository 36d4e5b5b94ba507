import { addGuestList } from '#tests/factories/guest-lists.ts';
import { expectNoViolations } from './axe.ts';
import { openDoorOfPhones, openPairedPhone, verdict } from './door-phone.ts';
import { find, letIn, next } from './guest-list-at-door.steps.ts';
import { overflowing } from './layout.ts';
import { expect, testInEachView } from './test.ts';

testInEachView('people on a list come in by name, in parts, until their entry is used', async ({ language, width }) => {
  const door = await openDoorOfPhones();
  const entries = [
    { firstName: 'ნინო', lastName: 'ბერიძე', plusOnes: 2 },
    { firstName: 'Nika', lastName: 'Gelashvili', plusOnes: 3 },
  ];
  await addGuestList(door.app.ctx, door.event.id, { name: 'ნინოს სტუმრები', allocation: 4, entries });
  const phone = await openPairedPhone(door, 'Main', { language, width });
  const { page, t } = phone;
  const rows = await find(phone, 'ni');
  await expect(rows).toHaveCount(2);
  await expectNoViolations(page, 'people on lists');
  expect(await overflowing(page)).toEqual([]);
  const nino = rows.filter({ hasText: 'ნინო ბ.' });
  await nino.getByRole('button', { name: t('scanner-device:listed.more_people') }).click();
  await letIn(nino);
  await verdict(page, 'on_list').waitFor();
  const two = t('scanner-device:listed.count_other', { count: '2' });
  await page.getByText(two).last().waitFor();
  await expectNoViolations(page, 'people who come in by a list');
  expect(await overflowing(page)).toEqual([]);
  await next(phone);
  await letIn((await find(phone, 'ნინო')).first());
  await verdict(page, 'on_list').waitFor();
  await next(phone);
  await letIn((await find(phone, 'nino')).first());
  await verdict(page, 'entry_used').waitFor();
});
