import { startTestSite } from '#tests/setup/site.ts';
import { all, roles, seeSections } from './staff-roles.steps.ts';
import { test } from './test.ts';

test('each role finds its sections, and the address of another one names the right', async () => {
  const app = await startTestSite();
  for (const role of [{ role: 'Owner', sections: all } as const, ...roles.slice(-1)]) await seeSections(app, role);
});
