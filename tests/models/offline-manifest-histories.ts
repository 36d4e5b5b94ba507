import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { readChanges, readOfflineManifest } from '#server/door/offline-manifest/offline-manifest.service.ts';
import type { Context } from '#server/platform/context.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { ChangesView } from '#shared/door/offline-manifest.ts';
import { scannerDeviceAt } from '#tests/factories/door-phone.ts';
import { openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { type Holder, sellToMany } from '#tests/factories/full-event.ts';
import { openTransaction } from '#tests/factories/open-transaction.ts';
import { copyOnPhone } from '#tests/factories/phone-copy.ts';
import { effort } from './effort.ts';

/** Each open transaction changes its own holders, so that none waits for another. */
const TRANSACTIONS = 3;

const KINDS = ['use', 'unuse', 'refund', 'ban', 'lift', 'rename'] as const;
type Change = { kind: (typeof KINDS)[number]; place: number };

/** Returns the size of each group of holders: one for each open transaction, and one for changes that are committed at once. */
const groupSize = (holders: number): number => holders / (TRANSACTIONS + 1);

/** `ask`: the phone gets the answer; `lose`: it never arrives; `delay`: it arrives after a later one, or never; `arrive`: a delayed one does. */
function stepOf(holders: number) {
  const change = fc.record({ kind: fc.constantFrom(...KINDS), place: fc.nat(groupSize(holders) - 1) });
  const slot = fc.nat(TRANSACTIONS - 1);
  return fc.oneof(
    fc.record({ do: fc.constant('change' as const), change }),
    fc.record({ do: fc.constant('begin' as const), slot, change }),
    fc.record({ do: fc.constant('commit' as const), slot }),
    fc.record({ do: fc.constantFrom('ask' as const, 'lose' as const, 'delay' as const, 'arrive' as const) }),
  );
}

type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer Value> ? Value : never;

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

type Options = {
  /** The fewer, the more often their changes overlap. */
  holders: number;
  /** The server assumes that the phone received everything it sent. */
  forgetsLost?: boolean;
  histories?: number;
};

/** Runs random histories of a phone whose answers are lost or late. Returns how often each of that was seen. */
export async function runHistories({ holders: count, forgetsLost = false, histories = 40 }: Options) {
  const { ctx, clock } = await openDoor({ isFresh: true });
  const event = await createEvent(ctx);
  const holders = await sellToMany(ctx, event, count);
  const scannerDevice = scannerDeviceAt(event.id);
  const codes = holders.map(({ ticket }) => ticket.code);
  const holderOf = (group: number, place: number) => holders[group * groupSize(count) + place] ?? expect.fail('No holder.');
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
  await fc.assert(fc.asyncProperty(fc.array(stepOf(count), { minLength: 20, maxLength: 40 }), run), {
    ...effort(histories),
    endOnFailure: forgetsLost,
  });
  return seen;
}

/** Runs histories at whose ends the copy on the phone is that of the server. */
export async function expectSameCopies(options: Options): Promise<void> {
  const seen = await runHistories(options);
  // Histories without lost or late answers would prove nothing.
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(10);
}
