import { randomUUID } from 'node:crypto';
import { isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions, users } from '#server/accounts/accounts.table.ts';
import { startSession } from '#server/accounts/sessions.service.ts';
import { openDoorSale, walker } from '#tests/factories/door-sale.ts';
import { startTestApp } from '#tests/setup/app.ts';

const TAKEN = { body: { code: 'email_taken' } };

/** A phone that did not receive the first answer. */
async function loseAnswer() {
  const app = await startTestApp();
  const { id } = await openDoorSale(app);
  const enter = (fields: object = {}) => app.api().doorSale.enter({ id, body: { ...walker, entryId: randomUUID(), ...fields } });
  const entryId = randomUUID();
  const { accessToken } = await enter({ entryId });
  return { app, id, enter, entryId, lost: app.api(accessToken) };
}

test('after a lost answer the same entry opens the account that it made, twice if need be, and the lost session is over', async () => {
  const { app, id, enter, entryId, lost } = await loseAnswer();
  app.clock.advanceMinutes(4);
  await enter({ entryId });
  app.clock.advanceMinutes(5);
  const again = app.api((await enter({ entryId })).accessToken);
  expect(await again.accounts.me()).toMatchObject(walker);
  await again.cart.addTicket({ eventId: id });
  expect(await app.ctx.db.$count(users)).toBe(1);
  expect(await app.ctx.db.$count(sessions, isNull(sessions.endedAt))).toBe(1);
  await expect(lost.accounts.me()).rejects.toMatchObject({ status: 401 });
  // The time allowed is counted from the account's creation, not from the last try.
  app.clock.advanceMinutes(2);
  await expect(enter({ entryId })).rejects.toMatchObject(TAKEN);
});

test('the same entry with another answer to the newsletter opens the account, and the last answer counts', async () => {
  const { app, enter } = await loseAnswer();
  const entryId = randomUUID();
  const wants = async (wantsNewsletter: boolean | undefined) => {
    const { accessToken } = await enter({ email: 'again@example.com', entryId, wantsNewsletter });
    return (await app.api(accessToken).accounts.me()).wantsNewsletter;
  };
  expect([await wants(true), await wants(undefined), await wants(false), await wants(true)]).toEqual([true, true, false, true]);
});

test('three tries of the same entry at once open one account', async () => {
  const app = await startTestApp();
  const { id } = await openDoorSale(app);
  const body = { ...walker, entryId: randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => app.api().doorSale.enter({ id, body })));
  expect(answers).toHaveLength(3);
  expect(await app.ctx.db.$count(users)).toBe(1);
});

test('neither another entry with the same data, nor the same entry with other data or later, opens the account', async () => {
  const { app, enter, entryId, lost } = await loseAnswer();
  for (const fields of [{}, { entryId: undefined }, { entryId, lastName: 'Other' }, { entryId, birthdate: '1990-01-01' }])
    await expect(enter(fields)).rejects.toMatchObject(TAKEN);
  expect(await lost.accounts.me()).toMatchObject(walker);
  app.clock.advanceMinutes(10);
  await expect(enter({ entryId })).rejects.toMatchObject(TAKEN);
});

test.each([
  ['its mailbox is proved', { emailProvedAt: new Date(0) }],
  ['it has a password', { passwordHash: 'x' }],
])('the same entry does not open the account once %s', async (_, fields) => {
  const { app, enter, entryId } = await loseAnswer();
  await app.ctx.db.update(users).set(fields);
  await expect(enter({ entryId })).rejects.toMatchObject(TAKEN);
});

test('the same entry does not open the account once its session was ended or another one is open', async () => {
  const { app, enter, entryId, lost } = await loseAnswer();
  await startSession(app.ctx, (await lost.accounts.me()).id);
  await expect(enter({ entryId })).rejects.toMatchObject(TAKEN);
  expect(await lost.accounts.me()).toMatchObject(walker);
  await app.ctx.db.update(sessions).set({ endedAt: app.clock.now() });
  await expect(enter({ entryId })).rejects.toMatchObject(TAKEN);
});
