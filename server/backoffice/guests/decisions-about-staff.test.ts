import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { securityEvents } from '#server/accounts/accounts.table.ts';
import { guestNotes } from '#server/backoffice/backoffice.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import type { StaffRole } from '#shared/staff/rights.ts';
import type { WholeApi } from '#shared/staff-api.ts';
import { createUser, storedUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

type Target = { id: number; noteId: number };

const commands: Record<string, (guests: WholeApi['guests'], target: Target) => Promise<unknown>> = {
  changeStatus: (guests, { id }) => guests.changeStatus({ id, body: { status: 'Rejected', tellGuest: false } }),
  ban: (guests, { id }) => guests.ban({ id, body: { reason: 'Took pictures', until: null } }),
  unban: (guests, { id }) => guests.unban({ id }),
  addNote: (guests, { id }) => guests.addNote({ id, body: { text: 'A friend of the house' } }),
  withdrawNote: (guests, { id, noteId }) => guests.withdrawNote({ id, noteId }),
  changePersonalNumber: (guests, { id }) =>
    guests.changePersonalNumber({ id, body: { personalNumber: `0102406${String(id).padStart(4, '0')}` } }),
  showPersonalNumber: (guests, { id }) => guests.showPersonalNumber({ id }),
};

const contentOf = async ({ ctx }: TestApp, { id }: TestUser) => [
  await storedUser(ctx, id),
  await ctx.db.select().from(guestNotes),
  await ctx.db.$count(auditEntries),
];

test.each(Object.entries(commands))('%s: nobody about themselves, and only an Owner about staff', async (_, command) => {
  const app = await startTestApp();
  const now = app.clock.now();
  const people = { bannedAt: now, banReason: 'Started a fight' };
  const [owner, otherOwner, manager, desk, editor, guest] = [
    await createUser(app.ctx, { ...people, roles: ['Owner'] }),
    await createUser(app.ctx, { ...people, roles: ['Owner'] }),
    await createUser(app.ctx, { ...people, roles: ['Manager'] }),
    await createUser(app.ctx, { ...people, roles: ['Desk'] }),
    await createUser(app.ctx, { ...people, roles: ['Editor'] }),
    await createUser(app.ctx, people),
  ];
  const tell = async (by: TestUser, { id }: TestUser) => {
    const [note] = await app.ctx.db.insert(guestNotes).values({ userId: id, authorId: owner.id, text: 'x', createdAt: now }).returning();
    return { guests: app.api(by.accessToken).guests, target: { id, noteId: note?.id ?? 0 } };
  };
  const refusals = [
    [owner, owner],
    [manager, manager],
    [desk, desk],
    [manager, owner],
    [manager, editor],
    [desk, owner],
    [desk, manager],
    [desk, editor],
  ] as const;
  for (const [by, about] of refusals) {
    const { guests, target } = await tell(by, about);
    const before = await contentOf(app, about);
    const error = { status: 403, body: { code: 'forbidden', params: { right: 'roles.manage' } } };
    await expect(command(guests, target)).rejects.toMatchObject(error);
    expect(await contentOf(app, about)).toEqual(before);
  }
  const recorded = await app.ctx.db.select().from(securityEvents).where(eq(securityEvents.kind, 'forbidden')).orderBy(securityEvents.id);
  expect(recorded.map(({ userId }) => userId)).toEqual(refusals.map(([by]) => by.id));
  const permissions = [
    [owner, otherOwner],
    [owner, manager],
    [owner, guest],
    [manager, guest],
    [desk, guest],
  ] as const;
  for (const [by, about] of permissions) {
    const { guests, target } = await tell(by, about);
    await expect(command(guests, target)).resolves.toBeDefined();
  }
});

test.each(Object.entries(commands))('%s: nobody but an Owner about another account with the own personal number', async (_, command) => {
  const app = await startTestApp();
  const personalNumber = '01024012345';
  const account = (roles: StaffRole[]) =>
    createUser(app.ctx, { personalNumber, roles, bannedAt: app.clock.now(), banReason: 'Started a fight' });
  const [second, desk, owner] = [await account([]), await account(['Desk']), await account(['Owner'])];
  const [note] = await app.ctx.db
    .insert(guestNotes)
    .values({ userId: second.id, authorId: owner.id, text: 'x', createdAt: app.clock.now() })
    .returning();
  const target = { id: second.id, noteId: note?.id ?? 0 };
  const before = await contentOf(app, second);
  await expect(command(app.api(desk.accessToken).guests, target)).rejects.toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await contentOf(app, second)).toEqual(before);
  // Otherwise a lone Owner could not exclude a guest who registered with the Owner's number.
  await expect(command(app.api(owner.accessToken).guests, target)).resolves.toBeDefined();
});

test('the console learns about whom its user may decide', async () => {
  const app = await startTestApp();
  const personalNumber = '01024012345';
  const { id: guestId } = await createUser(app.ctx, { status: 'Pending' });
  const desk = await createUser(app.ctx, { status: 'Pending', roles: ['Desk'], personalNumber });
  const { id: secondId } = await createUser(app.ctx, { status: 'Pending', personalNumber });
  const owner = await createUser(app.ctx, { status: 'Pending', roles: ['Owner'] });
  const seenBy = async ({ accessToken }: TestUser) => {
    const { guests } = app.api(accessToken);
    const { items } = await guests.queue({ status: 'Pending' });
    for (const { id, mayDecide } of items) expect(await guests.get({ id })).toMatchObject({ id, mayDecide });
    const team = await Promise.all([desk, owner].map(({ id }) => guests.get({ id })));
    return [...items, ...team].map(({ id, mayDecide }) => [id, mayDecide]);
  };
  expect(await seenBy(desk)).toEqual([
    [guestId, true],
    [secondId, false],
    [desk.id, false],
    [owner.id, false],
  ]);
  expect(await seenBy(owner)).toEqual([
    [guestId, true],
    [secondId, true],
    [desk.id, true],
    [owner.id, false],
  ]);
});
