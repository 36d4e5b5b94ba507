import { startTestSite } from '#tests/setup/site.ts';
import { all, roles, seePlaces } from './staff-roles.steps.ts';
import { test } from './test.ts';

test('an Owner and an Editor find their places, and the address of another one names the right', async () => {
  const app = await startTestSite();
  for (const role of [{ role: 'Owner', places: all } as const, ...roles.slice(-1)]) await seePlaces(app, role);
});
