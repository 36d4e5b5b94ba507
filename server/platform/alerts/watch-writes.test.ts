import { expect, test } from 'vitest';
import { findOpenAlerts } from './alerts.queries.ts';
import { raiseAlert } from './alerts.service.ts';
import { refusedWrites, watchWrites } from './watch-writes.jobs.ts';
import { startTestApp } from '#tests/setup/app.ts';

test('the alert of refused writes ends a quarter of an hour after they succeed again, and no other alert does', async () => {
  const { ctx, clock } = await startTestApp();
  await raiseAlert(ctx, { ...refusedWrites, detail: 'The database refused to write (53100).' });
  await raiseAlert(ctx, { kind: 'mails_stuck', subject: 'mails', detail: 'No mail has left.' });
  const openAfter = async (minutes: number) => {
    clock.advanceMinutes(minutes);
    await watchWrites.run(ctx, {});
    return (await findOpenAlerts(ctx.db)).map(({ kind }) => kind);
  };
  expect(await openAfter(14)).toEqual(['mails_stuck', 'database_refused_writes']);
  expect(await openAfter(1)).toEqual(['mails_stuck']);
  expect(await openAfter(60 * 24)).toEqual(['mails_stuck']);
});
