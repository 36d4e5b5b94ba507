import { expect, test } from 'vitest';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { securityEvents } from './accounts.table.ts';

const from = { network: '203.0.113.0/24', device: 'Chrome · Android' };

/** A club with an Owner, a guest and a few security events on three days. */
async function watchedClub() {
  const app = await startTestApp();
  const owner = await createAdmin(app.ctx, { firstName: 'Eka', lastName: 'Lomidze' });
  const guest = await createUser(app.ctx, { firstName: 'Nino', lastName: 'Beridze' });
  const { id: userId } = guest;
  const events = [
    { kind: 'sign_in', userId, at: '2026-11-18T23:59:59+04:00', ...from },
    { kind: 'sign_in', userId: owner.id, at: '2026-11-19T00:00:00+04:00', ...from },
    { kind: 'sign_in_failed', userId: null, at: '2026-11-19T23:59:59+04:00', ...from },
    { kind: 'password_changed', userId, at: '2026-11-20T00:00:00+04:00', network: null, device: null },
  ];
  await app.ctx.db.insert(securityEvents).values(events.map((event) => ({ ...event, at: new Date(event.at) })));
  return { app, owner, guest, ownerApi: app.api(owner.accessToken), guestApi: app.api(guest.accessToken) };
}

test('an Owner reads the security events of all accounts, newest first, page by page', async () => {
  const { ownerApi, guest, owner } = await watchedClub();
  const first = await ownerApi.staffSecurity.events({ limit: 3 });
  expect(first.items).toMatchObject([
    {
      kind: 'password_changed',
      at: '2026-11-20T00:00:00+04:00',
      account: { id: guest.id, name: 'Nino Beridze' },
      network: null,
      device: null,
    },
    { kind: 'sign_in_failed', account: null, ...from },
    { kind: 'sign_in', account: { id: owner.id, name: 'Eka Lomidze' } },
  ]);
  const rest = await ownerApi.staffSecurity.events({ limit: 3, before: first.next ?? 0 });
  expect(rest).toMatchObject({ items: [{ kind: 'sign_in', account: { id: guest.id } }], next: null });
});

test('they are filtered by kind, account, the team and the day of the club, and by all of them', async () => {
  const { ownerApi, owner, guest } = await watchedClub();
  const find = async (query: Parameters<typeof ownerApi.staffSecurity.events>[0]) =>
    (await ownerApi.staffSecurity.events(query)).items.map(({ kind, account }) => [kind, account?.id ?? null]);
  expect(await find({ kind: 'sign_in' })).toEqual([
    ['sign_in', owner.id],
    ['sign_in', guest.id],
  ]);
  expect(await find({ userId: guest.id })).toEqual([
    ['password_changed', guest.id],
    ['sign_in', guest.id],
  ]);
  expect(await find({ ofStaff: 'true' })).toEqual([['sign_in', owner.id]]);
  expect(await find({ day: '2026-11-19' })).toEqual([
    ['sign_in_failed', null],
    ['sign_in', owner.id],
  ]);
  expect(await find({ day: '2026-11-19', kind: 'sign_in_failed', ofStaff: 'true' })).toEqual([]);
  for (const wrong of [{ day: '19.11.2026' }, { kind: 'nothing' as 'sign_in' }, { ofStaff: 'false' as 'true' }])
    await expect(find(wrong)).rejects.toMatchObject({ status: 400 });
});

test('a guest reads the own security events only, the latest twenty', async () => {
  const { app, owner, guestApi, guest } = await watchedClub();
  expect(await guestApi.security.events({})).toMatchObject([
    { kind: 'password_changed', network: null, device: null },
    { kind: 'sign_in', at: '2026-11-18T23:59:59+04:00', ...from },
  ]);
  const many = Array.from({ length: 25 }, () => ({ kind: 'sign_in', userId: guest.id, at: app.clock.now() }));
  await app.ctx.db.insert(securityEvents).values([...many, { kind: 'export', userId: owner.id, at: app.clock.now() }]);
  expect((await guestApi.security.events({})).map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'sign_in'));
  await expect(guestApi.staffSecurity.events({})).rejects.toMatchObject({ status: 403, body: { params: { right: 'security.read' } } });
  await expect(app.api().security.events({})).rejects.toMatchObject({ status: 401 });
});

test('older own security events come page by page, and never those of others', async () => {
  const { app, owner, guestApi, guest } = await watchedClub();
  const day = (place: number) => new Date(Date.UTC(2026, 9, 1 + place));
  const both = Array.from({ length: 25 }, (_, place) => [
    { kind: 'sign_in', userId: guest.id, at: day(place) },
    { kind: 'export', userId: owner.id, at: day(place) },
  ]);
  await app.ctx.db.insert(securityEvents).values(both.flat());
  const latest = await guestApi.security.events({});
  const older = await guestApi.security.events({ before: latest.at(-1)?.id ?? 0 });
  expect([latest.length, older.length]).toEqual([20, 7]);
  expect(older.at(-1)).toMatchObject({ kind: 'sign_in', at: '2026-11-18T23:59:59+04:00' });
  const ids = [...latest, ...older].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  expect([...latest, ...older].filter(({ kind }) => kind === 'export')).toEqual([]);
  expect(await guestApi.security.events({ before: ids.at(-1) ?? 0 })).toEqual([]);
  expect((await guestApi.security.events({ limit: 3 })).map(({ id }) => id)).toEqual(ids.slice(0, 3));
  for (const wrong of [{ before: -1 }, { limit: 0 }, { limit: 201 }])
    await expect(guestApi.security.events(wrong)).rejects.toMatchObject({ status: 400 });
});
