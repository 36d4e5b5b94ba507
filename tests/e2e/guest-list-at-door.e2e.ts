import { HOUR_MS } from '#shared/durations.ts';
import { addGuestList } from '#tests/factories/guest-lists.ts';
import { expectNoViolations } from './axe.ts';
import { openDoorOfPhones, verdict } from './door-phone.ts';
import { deny, find, letIn, next, openListPhone } from './guest-list-at-door.steps.ts';
import { overflowing } from './layout.ts';
import { expect, testInEachView } from './test.ts';

testInEachView('people on a list come in by name, in parts, and no more than it has places', async ({ language, width }) => {
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
  await nino.getByRole('button', { name: t('scanner-device:listed.more_people') }).click();
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
  const nika = (await find(phone, 'nika')).first();
  await nika.getByRole('button', { name: t('scanner-device:listed.more_people') }).click();
  await letIn(nika);
  await verdict(page, 'list_full').waitFor();
  await expectNoViolations(page, 'a list that is full');
  await deny(phone);
  await letIn((await find(phone, 'nata')).first());
  await verdict(page, 'free_until_over').waitFor();
  await deny(phone);
  await page.getByText('3', { exact: true }).first().waitFor();
});
