import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import type { Context } from '#server/platform/context.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { ChangesView } from '#shared/door/offline-manifest.ts';
import { scannerDeviceAt } from '#tests/factories/door-phone.ts';
import { openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { type Holder, sellToMany } from '#tests/factories/full-event.ts';
import { openTransaction } from '#tests/factories/open-transaction.ts';
import { copyOnPhone } from '#tests/factories/phone-copy.ts';
import { effort, timeoutMs } from '#tests/models/effort.ts';
import { isWhole } from '#tests/setup/whole.ts';
import { readChanges, readOfflineManifest } from './offline-manifest.service.ts';

/** Fewer before a merge, so that their changes overlap more often. */
const HOLDERS = isWhole ? 40 : 16;
/** Each open transaction changes its own holders, so that none waits for another. */
const TRANSACTIONS = 3;

const KINDS = ['use', 'unuse', 'refund', 'ban', 'lift', 'rename'] as const;
type Change = { kind: (typeof KINDS)[number]; place: number };

const change = fc.record({ kind: fc.constantFrom(...KINDS), place: fc.nat(HOLDERS / (TRANSACTIONS + 1) - 1) });
const slot = fc.nat(TRANSACTIONS - 1);
/** `ask`: the phone gets the answer; `lose`: it never arrives; `delay`: it arrives after a later one, or never; `arrive`: a delayed one does. */
const step = fc.oneof(
  fc.record({ do: fc.constant('change' as const), change }),
  fc.record({ do: fc.constant('begin' as const), slot, change }),
  fc.record({ do: fc.constant('commit' as const), slot }),
  fc.record({ do: fc.constantFrom('ask' as const, 'lose' as const, 'delay' as const, 'arrive' as const) }),
);

type Step = Parameters<Parameters<typeof step.map>[0]>[0];

async function apply({ db, clock }: Context, { ticket, userId }: Holder, { kind }: Change): Promise<void> {
  const now = clock.now();
  const setTicket = (to: Partial<typeof tickets.$inferInsert>) => db.update(tickets).set(to).where(eq(tickets.id, ticket.id));
  const setUser = (to: Partial<typeof users.$inferInsert>) => db.update(users).set(to).where(eq(users.id, userId));
  if (kind === 'use') await setTicket({ usedAt: now });
  if (kind === 'unuse') await setTicket({ usedAt: null });
  if (kind === 'refund') await setTicket({ state: 'refunded' });
  if (kind === 'ban') await setUser({ bannedAt: now, bannedUntil: new Date(now.getTime() + 90_000) });
  if (kind === 'lift') await setUser({ bannedAt: null, bannedUntil: null });
  if (kind === 'rename') await setUser({ firstName: `Renamed ${now.getTime()}` });
}

/** Runs random histories. With `forgetsLost`, the server assumes that the phone received everything it sent. */
async function runHistories({ forgetsLost }: { forgetsLost: boolean }) {
  const { ctx, clock } = await openDoor({ isFresh: true });
  const event = await createEvent(ctx);
  const holders = await sellToMany(ctx, event, HOLDERS);
  const scannerDevice = scannerDeviceAt(event.id);
  const codes = holders.map(({ ticket }) => ticket.code);
  const holderOf = (group: number, place: number) => holders[group * (HOLDERS / (TRANSACTIONS + 1)) + place] ?? expect.fail('No holder.');
  const seen = { changed: 0, lost: 0, lateCommits: 0, delayed: 0 };

  const run = async (steps: Step[]): Promise<void> => {
    const phone = copyOnPhone(await readOfflineManifest(ctx, scannerDevice));
    const open = new Map<number, () => Promise<void>>();
    const underway: ChangesView[] = [];
    const ask = () => readChanges(ctx, scannerDevice, phone.version());
    const take = async (changes: ChangesView) => (seen.changed += (await phone.take(changes, codes)).length);
    for (const each of steps) {
      clock.set(new Date(clock.now().getTime() + 20_000).toISOString());
      if (each.do === 'change') await apply(ctx, holderOf(TRANSACTIONS, each.change.place), each.change);
      if (each.do === 'begin' && !open.has(each.slot))
        open.set(each.slot, await openTransaction(ctx, (tx) => apply(tx, holderOf(each.slot, each.change.place), each.change)));
      if (each.do === 'commit') {
        await open.get(each.slot)?.();
        seen.lateCommits += open.delete(each.slot) ? 1 : 0;
      }
      if (each.do === 'ask') await take(await ask());
      if (each.do === 'lose') {
        const lost = await ask();
        seen.lost += lost.rows.length;
        if (forgetsLost) await take({ ...lost, rows: [] });
      }
      if (each.do === 'delay') underway.push(await ask());
      const late = each.do === 'arrive' ? underway.shift() : undefined;
      if (late) seen.delayed += await take(late).then(() => 1);
    }
    for (const commit of open.values()) await commit();
    await take(await ask());
    const fresh = copyOnPhone(await readOfflineManifest(ctx, scannerDevice));
    for (const code of codes) expect(await phone.read(code)).toEqual(await fresh.read(code));
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), run), {
    ...effort(40, 40),
    endOnFailure: forgetsLost,
  });
  return seen;
}

test('a phone that asks again has what the server has, whatever was committed late, lost or delayed', { timeout: timeoutMs }, async () => {
  const seen = await runHistories({ forgetsLost: false });
  // Histories without lost or late answers would prove nothing.
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(10);
});

test('control: a server that remembers what it sent loses changes with its answers', { tags: 'control' }, async () => {
  await expect(runHistories({ forgetsLost: true })).rejects.toThrow('Property failed');
});
