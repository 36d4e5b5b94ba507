import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ComplimentaryInput } from '#shared/staff/ticket-types.schemas.ts';
import { createEvent } from '#tests/factories/events.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { startKillable } from '#tests/setup/killable.ts';
import { createTestClock } from '#tests/setup/clock.ts';

const complimentary: ComplimentaryInput = {
  email: 'friend@example.com',
  firstName: 'Mari',
  lastName: 'Gelashvili',
  language: 'en',
  quantity: 2,
  ticketTypeId: null,
  reason: 'a friend of the house',
};

/**
 * Kills a server while it stores its answer about complimentary tickets, and repeats the command with its key at another server once the
 * first is known to be dead. Returns the number of places sold.
 */
async function soldAfterKill(without?: Guard): Promise<number | undefined> {
  const later = createTestClock();
  later.advanceMinutes(2);
  const app = await startTestApp({ without, clock: later });
  const { id } = await createEvent(app.ctx);
  const { accessToken } = await createAdmin(app.ctx);
  const first = await startKillable(app);
  const command = { id, body: complimentary };
  const key = { idempotencyKey: 'complimentary-1' };

  await app.ctx.database.transaction(async (keyLock) => {
    const answer = await app.ctx.database.transaction(async (stockLock) => {
      await stockLock.execute(sql`select 1 from events where id = ${id} for update`);
      const lost = first
        .api(accessToken)
        .staffTicketTypes.give(command, key)
        .catch(() => 'lost');
      await untilWaiting(app, 1);
      await keyLock.execute(sql`select 1 from idempotency_keys for update`);
      return { lost };
    });
    await untilWaiting(app, 1, 'update "idempotency_keys"');
    await first.kill();
    expect(await answer.lost).toBe('lost');
  });
  await app.api(accessToken).staffTicketTypes.give(command, key);
  return (await stockOf(app.ctx, id))?.sold;
}

test('a complimentary ticket whose answer was lost with its server is given once', async () => {
  expect(await soldAfterKill()).toBe(complimentary.quantity);
});

test('control: an answer kept after the command gives it a second time', async () => {
  expect(await soldAfterKill('answerWithEffect')).toBe(2 * complimentary.quantity);
});
