import { expect, test } from 'vitest';
import { STAFF_IDLE_MS } from '#shared/constants.ts';
import { createAdmin, createUser, setRoles, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const IDLE_MINUTES = STAFF_IDLE_MS / 60_000;
const MOMENT = 1;

const logIn = ({ url }: TestApp, { email, password }: TestUser) => rawCall(url, '/api/auth/login', { body: { email, password } });
const refresh = ({ url }: TestApp, cookie = '') => rawCall(url, '/api/auth/refresh', { cookie });

test('a session of staff that rested for 12 hours is over; one that is used goes on, and so does that of a guest', async () => {
  const app = await startTestApp();
  const [staff, guest] = [await createUser(app.ctx, { roles: ['DoorLead'] }), await createUser(app.ctx)];
  const used = await logIn(app, staff);
  const [resting, guests] = [await logIn(app, staff), await logIn(app, guest)];
  app.clock.advanceMinutes(IDLE_MINUTES - MOMENT);
  const refreshed = await refresh(app, used.cookie);
  expect(refreshed.status).toBe(200);
  app.clock.advanceMinutes(MOMENT);
  expect((await refresh(app, resting.cookie)).status).toBe(401);
  expect((await refresh(app, guests.cookie)).status).toBe(200);
  app.clock.advanceMinutes(IDLE_MINUTES - 2 * MOMENT);
  expect((await refresh(app, refreshed.cookie)).status).toBe(200);
});

test('the limit holds at once for a guest who becomes staff', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { cookie } = await logIn(app, guest);
  await setRoles(app.ctx, guest.id, ['Editor']);
  app.clock.advanceMinutes(IDLE_MINUTES);
  expect((await refresh(app, cookie)).status).toBe(401);
});

test('a session of staff that rested too long is listed nowhere', async () => {
  const app = await startTestApp();
  const [owner, staff] = [await createAdmin(app.ctx), await createUser(app.ctx, { roles: ['Desk'] })];
  app.clock.advanceMinutes(IDLE_MINUTES);
  const { body } = await logIn(app, owner);
  const api = app.api(String(body['accessToken']));
  expect((await api.security.sessions()).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  expect((await api.guests.get({ id: staff.id })).sessions).toBe(0);
});
