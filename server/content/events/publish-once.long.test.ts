import { expect, test } from 'vitest';
import type { Context } from '#server/platform/context.ts';
import { createEvent } from '#tests/factories/events.ts';
import { auditOf } from '#tests/factories/event-fields.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { codeOf, startTestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { publishAsPlanned } from './publish-plans.service.ts';

const MONDAY = '2026-11-23T18:00:00+04:00';
const PROCESSES = 8;

/** Lets several processes publish a due draft at once. Returns how often the audit log has it as published. */
async function publishAtOnce(without?: Guard): Promise<number> {
  const app = await startTestApp({ without });
  const admin = await createAdmin(app.ctx);
  const { id } = await createEvent(app.ctx, { state: 'draft', startsAt: new Date('2026-12-04T23:00:00+04:00') });
  await app.api(admin.accessToken).staffEvents.planPublication({ id, body: { version: 0, publishAt: MONDAY } });
  app.clock.set(MONDAY);
  const { publishAsPlanned: publish } = await codeOf<{ publishAsPlanned(ctx: Context, id: number): Promise<void> }>(
    app,
    'server/content/events/publish-plans.service.ts',
    { publishAsPlanned },
  );
  await Promise.all(Array.from({ length: PROCESSES }, () => publish(app.ctx, id)));
  return (await auditOf(app, id)).filter(({ action }) => action === 'night.plan_done').length;
}

test('of several processes one publishes a draft whose time has come', async () => {
  expect(await publishAtOnce()).toBe(1);
});

test('control: without its lock and its row several would', async () => {
  expect(await publishAtOnce('publishOnce')).toBeGreaterThan(1);
});
