import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, publishPlans, ticketTypes } from '#server/content/content.table.ts';
import { alerts } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { createEvent } from '#tests/factories/events.ts';
import { auditOf, eventFields, openOffice, refusal } from '#tests/factories/event-fields.ts';
import { signInAgain } from '#tests/factories/users.ts';
import { publishPlanned } from './publish-plans.jobs.ts';

const FRIDAY = new Date('2026-12-04T23:00:00+04:00');
const MONDAY = '2026-11-23T18:00:00+04:00';
const LATER = '2026-11-30T18:00:00+04:00';

async function openWithDraft() {
  const office = await openOffice();
  const { id, ticketTypeId } = await createEvent(office.ctx, { state: 'draft', startsAt: FRIDAY });
  const signIn = async () => office.api(await signInAgain(office.ctx, office.admin.id)).staffEvents;
  const tick = async (at: string) => {
    office.clock.set(at);
    await publishPlanned.run(office.ctx, {});
    await runDueJobs(office.deps);
  };
  const stateOf = async () => (await office.ctx.db.select().from(events).where(eq(events.id, id)))[0]?.state;
  return { office, ...office, id, ticketTypeId, signIn, tick, stateOf };
}

test('a draft is published by itself at its time, once, in the name of who planned it', async () => {
  const { office, staff, id, tick, stateOf, admin, ctx } = await openWithDraft();
  expect(await staff.planPublication({ id, body: { version: 0, publishAt: MONDAY } })).toMatchObject({ state: 'draft', publishAt: MONDAY });
  expect((await staff.list({ show: 'drafts' })).items).toMatchObject([{ id, publishAt: MONDAY }]);
  await tick('2026-11-23T17:59:59+04:00');
  expect(await stateOf()).toBe('draft');
  await tick(MONDAY);
  expect(await stateOf()).toBe('published');
  await tick('2026-11-23T18:01:00+04:00');
  expect((await auditOf(office, id)).map(({ action, staffId }) => [action, staffId])).toEqual([
    ['night.plan', admin.id],
    ['night.plan_done', admin.id],
  ]);
  expect(await ctx.db.$count(publishPlans)).toBe(0);
});

test('a plan is moved and called off', async () => {
  const { office, staff, id, tick, stateOf } = await openWithDraft();
  await staff.planPublication({ id, body: { version: 0, publishAt: MONDAY } });
  await staff.planPublication({ id, body: { version: 0, publishAt: LATER } });
  await tick(MONDAY);
  expect(await stateOf()).toBe('draft');
  office.clock.set('2026-11-20T18:00:00+04:00');
  expect(await staff.cancelPublication({ id, version: 0 })).toMatchObject({ publishAt: null });
  await staff.cancelPublication({ id, version: 0 });
  await tick(LATER);
  expect(await stateOf()).toBe('draft');
  expect((await auditOf(office, id)).map(({ action }) => action)).toEqual(['night.plan', 'night.plan', 'night.plan_cancelled']);
});

test('planning asks the same as publishing, as of the planned moment', async () => {
  const { staff, id, ctx, ticketTypeId } = await openWithDraft();
  const other = await createEvent(ctx, { startsAt: FRIDAY });
  await ctx.db
    .update(ticketTypes)
    .set({ onSaleUntil: new Date('2026-11-22T18:00:00+04:00') })
    .where(eq(ticketTypes.id, ticketTypeId));
  const plan = (confirmed: string[]) => refusal(staff.planPublication({ id, body: { version: 0, publishAt: MONDAY, confirmed } }));
  const { warnings } = await staff.warnings({ id, publishAt: MONDAY });
  expect(warnings.map(({ key }) => key)).toEqual([`evening_taken:${other.id}`, 'nothing_on_sale']);
  expect((await staff.warnings({ id })).warnings.map(({ key }) => key)).toEqual([`evening_taken:${other.id}`]);
  expect(await plan([])).toMatchObject({ code: 'night_to_confirm', params: { warnings: `evening_taken:${other.id} nothing_on_sale` } });
  expect(await plan(warnings.map(({ key }) => key))).toBeUndefined();
});

test('what was confirmed is not asked again; something new leaves it a draft with an alert, which ends when it is planned anew', async () => {
  const { office, staff, id, tick, stateOf, ctx, signIn } = await openWithDraft();
  const other = await createEvent(ctx, { startsAt: FRIDAY });
  await staff.planPublication({ id, body: { version: 0, publishAt: MONDAY, confirmed: [`evening_taken:${other.id}`] } });
  const third = await createEvent(ctx, { startsAt: FRIDAY });
  await tick(MONDAY);
  expect(await stateOf()).toBe('draft');
  const open = { kind: 'publish_stopped', subject: `event ${id}`, resolvedAt: null };
  expect(await ctx.db.select().from(alerts)).toMatchObject([{ ...open, detail: `“Night” stayed a draft: evening_taken:${third.id}.` }]);
  expect((await auditOf(office, id)).at(-1)).toMatchObject({
    action: 'night.plan_stopped',
    detail: { warnings: [`evening_taken:${third.id}`] },
  });
  const again = await signIn();
  expect(await again.get({ id })).toMatchObject({ publishAt: null });
  const confirmed = [`evening_taken:${other.id}`, `evening_taken:${third.id}`];
  await again.planPublication({ id, body: { version: 0, publishAt: LATER, confirmed } });
  expect((await ctx.db.select().from(alerts))[0]?.resolvedAt).toEqual(new Date(MONDAY));
  await tick(LATER);
  expect(await stateOf()).toBe('published');
});

test('an event that is over by then, or whose ticket types went, is not published', async () => {
  const { staff, id, tick, stateOf, ctx, ticketTypeId } = await openWithDraft();
  await staff.planPublication({ id, body: { version: 0, publishAt: MONDAY } });
  await ctx.db.delete(ticketTypes).where(eq(ticketTypes.id, ticketTypeId));
  // The server was off from Monday until the event was over.
  await tick('2026-12-07T12:00:00+04:00');
  expect(await stateOf()).toBe('draft');
  expect((await ctx.db.select().from(alerts))[0]?.detail).toBe('“Night” stayed a draft: past, nothing_on_sale.');
});

test('the plan goes when the event is published, cancelled or deleted before', async () => {
  const { staff, id, tick, ctx } = await openWithDraft();
  await staff.planPublication({ id, body: { version: 0, publishAt: MONDAY } });
  const { version } = await staff.changeState({ id, body: { version: 0, state: 'published' } });
  await staff.changeState({ id, body: { version, state: 'draft' } });
  expect(await ctx.db.$count(publishPlans)).toBe(0);
  const draft = await staff.create({ body: eventFields({ day: '2026-12-11' }) });
  await staff.planPublication({ id: draft.id, body: { version: 0, publishAt: MONDAY, confirmed: ['nothing_on_sale'] } });
  await staff.remove({ id: draft.id, version: 0 });
  expect(await ctx.db.$count(publishPlans)).toBe(0);
  await tick(MONDAY);
  expect(await ctx.db.$count(alerts)).toBe(0);
});

test('moments that are no moment, over, or after the end are refused, and so is what is no draft', async () => {
  const { staff, id, ctx } = await openWithDraft();
  const plan = (publishAt: string, version = 0) => refusal(staff.planPublication({ id, body: { version, publishAt } }));
  for (const [publishAt, key] of [
    ['soon', 'validation.moment_format'],
    ['2026-11-20T18:00:00+04:00', 'validation.publish_past'],
    ['2026-12-05T07:00:00+04:00', 'validation.publish_after_end'],
  ] as const)
    expect([publishAt, await plan(publishAt)]).toMatchObject([publishAt, { status: 422, errors: { publishAt: key } }]);
  expect(await plan(MONDAY, 7)).toMatchObject({ status: 409, code: 'conflict' });
  const published = await createEvent(ctx);
  const ofPublished = staff.planPublication({ id: published.id, body: { version: 0, publishAt: MONDAY } });
  expect(await refusal(ofPublished)).toMatchObject({ status: 409, code: 'conflict' });
  expect(await refusal(staff.cancelPublication({ id: published.id, version: 0 }))).toMatchObject({ status: 409 });
  expect(await refusal(staff.planPublication({ id: 999, body: { version: 0, publishAt: MONDAY } }))).toMatchObject({ status: 404 });
});
