import { expect, test } from 'vitest';
import { openDesk } from '#tests/factories/desk.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';

const refused = (status: number, code: string) => ({ status, body: { code } });

test('a guest is found by any part of name, mail or phone in any letter case, and by the whole personal number only', async () => {
  const { ctx, desk } = await openDesk();
  const people = [
    {
      firstName: 'Salome',
      lastName: 'Drift',
      email: 'Salome.D@Example.com',
      phoneNumber: '+995 (555) 70-80-90',
      personalNumber: '01001012345',
    },
    { firstName: 'Ξένια', lastName: 'Ὀδός', email: 'xenia@example.org', phoneNumber: '0030 210', personalNumber: '01001012346' },
    { firstName: 'ნინო', lastName: 'ბერიძე', email: 'n.b@example.ge', phoneNumber: '599001122', personalNumber: '60001012345' },
  ];
  for (const person of people) await createUser(ctx, person);
  const find = async (search: string) => (await desk.find({ body: { search } })).items.map(({ firstName }) => firstName);
  expect(await find('salome dr')).toEqual(['Salome']);
  expect(await find('SALOME.D@')).toEqual(['Salome']);
  expect(await find('555 708')).toEqual(['Salome']);
  expect(await find('ΞΈΝΙΑ')).toEqual(['Ξένια']);
  expect(await find('ნინო')).toEqual(['ნინო']);
  expect(await find('ᲜᲘᲜᲝ')).toEqual(['ნინო']);
  expect(await find('01001012346')).toEqual(['Ξένια']);
  expect(await find('0100101234')).toEqual([]);
  expect(await find('%')).toEqual([]);
  expect((await find('')).length).toBe(3);
});

test('a guest is found in either script, by words in any order, and by a phone with its country or without', async () => {
  const { ctx, desk } = await openDesk();
  const people = [
    { firstName: 'Ketevan Maria', lastName: 'Tskhovrebashvili', email: 'keti@example.com', phoneNumber: '+995 (555) 70-80-90' },
    { firstName: 'შოთა', lastName: 'ჭყონია', email: 's.ch@example.ge', phoneNumber: '0599 00 11 22' },
  ];
  for (const person of people) await createUser(ctx, person);
  const find = async (search: string) => (await desk.find({ body: { search } })).items.map(({ firstName }) => firstName);
  for (const search of ['ქეთევან', 'maria', 'ცხოვრებ', 'rebashvili ketevan', '555708090', '0555 70 80 90', '00995 555708090'])
    expect([search, await find(search)]).toEqual([search, ['Ketevan Maria']]);
  for (const search of ['shota', 'CHQONIA', 'ჭყონია შ', 'sh', '+995 599 00 11 22', '599001122'])
    expect([search, await find(search)]).toEqual([search, ['შოთა']]);
  expect(await find('ot')).toEqual([]);
});

test('lists are paged by key, the newest first, and the queue the other way round', async () => {
  const { ctx, desk } = await openDesk();
  const ids: number[] = [];
  for (let made = 0; made < 5; made += 1) ids.push((await createUser(ctx, { status: 'Pending' })).id);
  const first = await desk.list({ status: 'Pending', limit: 3 });
  expect(first.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 3));
  const second = await desk.list({ status: 'Pending', limit: 3, before: first.next ?? 0 });
  expect([second.items.map(({ id }) => id), second.next]).toEqual([ids.toReversed().slice(3), null]);

  const queue = await desk.queue({ status: 'Pending', limit: 3 });
  expect(queue.items.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  const rest = await desk.queue({ status: 'Pending', limit: 3, before: queue.next ?? 0 });
  expect([rest.items.map(({ id }) => id), rest.next]).toEqual([ids.slice(3), null]);
  expect(await desk.counts()).toEqual({ Pending: 5, Verified: 0, Rejected: 0, Welcomed_Guest: 0, Unverified: 0, Check_Later: 0 });
});

test('the team stands in no queue, count or list, but is found', async () => {
  const { ctx, desk } = await openDesk();
  const colleague = await createAdmin(ctx, { status: 'Pending', firstName: 'Tamuna', email: 'tamuna@example.com' });
  const { id } = await createUser(ctx, { status: 'Pending' });
  expect((await desk.queue({ status: 'Pending' })).items).toMatchObject([{ id }]);
  expect((await desk.list({ status: 'Pending' })).items).toMatchObject([{ id }]);
  expect((await desk.counts()).Pending).toBe(1);
  expect((await desk.find({ body: { search: 'tamuna@' } })).items).toMatchObject([{ id: colleague.id }]);
});

test('a guest who deleted the account is in no list', async () => {
  const { ctx, desk, api } = await openDesk();
  const guest = await createUser(ctx, { personalNumber: '01001012345' });
  await desk.addNote({ id: guest.id, body: { text: 'Lost a coat' } });
  await api(guest.accessToken).privacy.deleteAccount({ body: { password: guest.password } });
  for (const search of ['01001012345', 'nino', 'deleted', '']) {
    expect((await desk.find({ body: { search } })).items.map(({ firstName }) => firstName)).not.toContain('Nino');
  }
  expect((await desk.list({})).items).toEqual([]);
  await expect(desk.get({ id: guest.id })).rejects.toMatchObject(refused(404, 'user_not_found'));
  await expect(desk.ban({ id: guest.id, body: { reason: 'x', until: null } })).rejects.toMatchObject(refused(404, 'user_not_found'));
});
