import { expect, test } from 'vitest';
import { rightsOf, STAFF_ROLES } from '#shared/staff/rights.ts';
import { contentOf, expectRights, nearestRoles, sections, send, staffCalls } from '#tests/contract/staff-rights.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

test.each(sections)('%s: each call is refused without its right, which the answer names, and never with it', (_section, calls) =>
  expectRights(calls, nearestRoles),
);

test('after the grace no call of staff works without the second factor of the role, but those of a door lead', async () => {
  const app = await startTestApp({ env: { SECOND_FACTOR_ROLES: STAFF_ROLES.join(), SECOND_FACTOR_GRACE_DAYS: '0' } });
  const owner = await createUser(app.ctx, { roles: STAFF_ROLES });
  const before = await contentOf(app);
  for (const call of staffCalls.filter(({ right }) => right && !rightsOf(['DoorLead']).includes(right))) {
    const { status, answer } = await send(app.url, call, { url: `/api${call.path.replaceAll(/:\w+/g, '1')}` }, owner.accessToken);
    expect([call.name, status, answer]).toEqual([
      call.name,
      403,
      expect.objectContaining({ code: 'second_factor_missing', params: { step: 'set_up', right: call.right } }),
    ]);
  }
  expect(await contentOf(app)).toEqual(before);
});

/** Returns every route of the server as `POST /api/staff/...`, read from its printed tree. */
function routesOf({ http }: TestApp): string[] {
  const above: string[] = [];
  return http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      const depth = indent.length / '│   '.length;
      above.splice(depth, above.length, part);
      return (methods?.split(', ') ?? []).map((method) => `${method} ${above.join('')}`);
    });
}

test('every route of the server for staff needs a right, but those that only name the right method', async () => {
  const app = await startTestApp();
  const routes = routesOf(app).filter((route) => /^(?!HEAD)[A-Z]+ \/api\/staff(\/|$)/.test(route));
  const withRight = staffCalls
    .filter(({ path, right }) => path.startsWith('/staff/') && right !== undefined)
    .map(({ method, path }) => `${method} /api${path}`);
  expect(withRight.filter((route) => !routes.includes(route))).toEqual([]);
  for (const route of routes.filter((each) => !withRight.includes(each))) {
    const [method = '', path = ''] = route.split(' ');
    expect([route, (await fetch(app.url + path, { method })).status]).toEqual([route, 405]);
  }
});
