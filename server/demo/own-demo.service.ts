import { sql } from 'drizzle-orm';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import type { DemoView } from '#shared/staff/demo.contract.ts';
import { insertDemoEvents } from './demo-events.ts';
import { countDemoEvents, countEvents, insertDemoMarks, lockDemoEvents, type OwnDemoEvent, takeAway } from './own-demo.queries.ts';

// An arbitrary lock number: two people who load the demo at the same time load it once.
const OWN_DEMO_LOCK = 7_265_111;

/** What staff can do with the demo's events now. */
export async function showDemo(ctx: Context): Promise<DemoView> {
  const [events, all] = await Promise.all([countDemoEvents(ctx.db), countEvents(ctx.db)]);
  return { events, hindrance: ctx.env.payments !== 'fake' ? 'bank' : all > 0 ? 'events' : null };
}

/**
 * Loads the demo's events into a club without events: without accounts, whose passwords would be public, and without sales, because the
 * ledger keeps them for good. @throws demo_bank, demo_events
 */
export function loadOwnDemo(ctx: Context): Promise<DemoView> {
  return withTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(${OWN_DEMO_LOCK})`);
    const { hindrance } = await showDemo(tx);
    if (hindrance !== null) throw new AppError(`demo_${hindrance}`);
    const { past, running, coming } = await insertDemoEvents(tx);
    const ids = [...past, ...running, ...coming].map(({ id }) => id);
    await insertDemoMarks(tx.db, ids);
    await recordAction(tx, { action: 'demo.load', subject: 'club', detail: { events: ids.length } });
    return showDemo(tx);
  });
}

/** Removes the demo's events, all or none. @throws demo_sold if one has tickets or held places */
export function removeOwnDemo(ctx: Context): Promise<DemoView> {
  return withTransaction(ctx, async (tx) => {
    const found = await lockDemoEvents(tx.db);
    const sold = found.filter(({ isSold }) => isSold);
    if (sold.length > 0) {
      const names = sold.map(({ name, nameLat }) => `${nameLat} (${name})`).join(', ');
      throw new AppError('demo_sold', { params: { names } });
    }
    if (found.length === 0) return showDemo(tx);
    await takeAway(tx.db, partsOf(found));
    await recordAction(tx, { action: 'demo.remove', subject: 'club', detail: { events: found.length } });
    return showDemo(tx);
  });
}

const partsOf = (events: readonly OwnDemoEvent[]) => ({
  deleted: events.filter(({ isReferred }) => !isReferred).map(({ id }) => id),
  hidden: events.filter(({ isReferred }) => isReferred).map(({ id }) => id),
});

/**
 * Before a start with a real bank, removes all demo events that it can, because visitors would pay real money for them. The log names those
 * that are kept because they were sold at the test bank.
 */
export async function removeDemoBeforeMoney(ctx: Context): Promise<void> {
  if (ctx.env.payments === 'fake') return;
  await withTransaction(ctx, async (tx) => {
    const found = await lockDemoEvents(tx.db);
    if (found.length === 0) return;
    const gone = found.filter(({ isSold }) => !isSold);
    await takeAway(tx.db, partsOf(gone));
    ctx.log.info({ eventIds: gone.map(({ id }) => id) }, 'the demo events were taken away, because the bank is a real one');
    const left = found.filter(({ isSold }) => isSold).map(({ id }) => id);
    if (left.length > 0) ctx.log.warn({ eventIds: left }, 'demo events have tickets of guests: cancel them in the console');
  });
}
