import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall, type RawAnswer } from '#tests/setup/raw-call.ts';

const start = (scale: string, databaseUrl?: string) =>
  startTestApp({ env: { RATE_LIMIT_SCALE: scale }, ...(databaseUrl === undefined ? {} : { databaseUrl }) });

const logIn = (app: TestApp, email: string, password = 'Wrong-Guess-1') =>
  rawCall(app.url, '/api/auth/login', { body: { email, password } });

async function failTimes(app: TestApp, email: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) expect((await logIn(app, email)).status).toBe(401);
}

const retryAfter = (answer: RawAnswer): number => Number(answer.headers.get('retry-after'));

/** Expires every counter with this name. */
const letExpire = (app: TestApp, rule: string) => app.ctx.db.execute(sql`update rate_limits set expire = 1 where key like ${`${rule}:%`}`);

let made = 0;
const registration = () => ({
  firstName: 'Nino',
  lastName: 'Beridze',
  email: `new-${(made += 1)}@example.com`,
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
  phoneNumber: '+995555123456',
  personalNumber: '01001000001',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://instagram.com/nino',
  country: 'Georgia',
});

test('after five failures an account is locked for a while, in every process, also for the right password', async () => {
  const one = await start('1');
  const two = await start('1', one.deps.env.databaseUrl);
  const guest = await createUser(one.ctx);
  const other = await createUser(one.ctx);
  await failTimes(one, guest.email, 3);
  await failTimes(two, guest.email.toUpperCase(), 2);
  for (const app of [one, two]) {
    const refused = await logIn(app, guest.email, guest.password);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ message: 'Too many attempts. Wait a moment and try again.', code: 'too_many_requests' });
    expect(retryAfter(refused)).toBeGreaterThan(50);
    expect(retryAfter(refused)).toBeLessThanOrEqual(60);
    expect((await logIn(app, other.email, other.password)).status).toBe(200);
  }
});

test('an unknown account is treated the same', async () => {
  const app = await start('1');
  await failTimes(app, 'nobody@example.com', 5);
  expect((await logIn(app, 'nobody@example.com')).status).toBe(429);
});

test('every round of failures brings a longer rest', async () => {
  // A fifth of the limits: one failure per round.
  const app = await start('0.2');
  const rests: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    await failTimes(app, 'nobody@example.com', 1);
    rests.push(Math.ceil(retryAfter(await logIn(app, 'nobody@example.com')) / 60));
    await letExpire(app, 'loginAccount');
  }
  expect(rests).toEqual([1, 2, 4, 8, 15, 15]);
});

test('a success clears the failures before it', async () => {
  const app = await start('1');
  const guest = await createUser(app.ctx);
  for (let round = 0; round < 2; round += 1) {
    await failTimes(app, guest.email, 4);
    expect((await logIn(app, guest.email, guest.password)).status).toBe(200);
  }
});

test('guesses at once are counted one by one', async () => {
  const app = await start('1');
  const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(app, 'nobody@example.com')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test('an address that fails with many accounts is refused with all of them, while successes cost it nothing', async () => {
  // A twentieth of the limits: three failures for the address, one for an account.
  const app = await start('0.05');
  const guest = await createUser(app.ctx);
  for (let time = 0; time < 5; time += 1) expect((await logIn(app, guest.email, guest.password)).status).toBe(200);
  for (const name of ['a', 'b', 'c']) await failTimes(app, `${name}@example.com`, 1);
  const refused = await logIn(app, guest.email, guest.password);
  expect(refused.status).toBe(429);
  expect(retryAfter(refused)).toBeGreaterThan(14 * 60);
});

test('registrations from one address are limited over all processes', async () => {
  const one = await start('0.1');
  const two = await start('0.1', one.deps.env.databaseUrl);
  const register = (app: TestApp) => rawCall(app.url, '/api/auth/register', { body: registration() });
  const answers = [await register(one), await register(two), await register(one), await register(two), await register(one)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(answers.map(retryAfter).at(-1)).toBeGreaterThan(59 * 60);
});

test('a form with errors does not count as a registration', async () => {
  const app = await start('0.04');
  for (let time = 0; time < 3; time += 1) {
    expect((await rawCall(app.url, '/api/auth/register', { body: { ...registration(), email: 'x' } })).status).toBe(422);
  }
  expect((await rawCall(app.url, '/api/auth/register', { body: registration() })).status).toBe(200);
});

test('reset requests are limited by address, and a login that rests does not stop them', async () => {
  const app = await start('0.1');
  const guest = await createUser(app.ctx);
  await failTimes(app, guest.email, 1);
  expect((await logIn(app, guest.email)).status).toBe(429);
  const ask = () => rawCall(app.url, '/api/auth/request-password-reset', { body: { email: guest.email } });
  const answers = [await ask(), await ask(), await ask()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
});

test('a flood is refused from memory, without asking the database', async () => {
  const app = await start('0.04');
  const register = () => rawCall(app.url, '/api/auth/register', { body: registration() });
  expect((await register()).status).toBe(200);
  expect((await register()).status).toBe(429);
  await app.owner.execute(sql`drop table rate_limits`);
  expect((await register()).status).toBe(429);
});

test('the counters keep no e-mail address', async () => {
  const app = await start('1');
  await failTimes(app, 'nobody@example.com', 1);
  const { rows } = await app.ctx.db.execute<{ key: string }>(sql`select key from rate_limits`);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ key }) => key.includes('nobody'))).toEqual([]);
});

test('another spelling of an address is no other account for a limit, and no other address an account', async () => {
  const app = await start('1');
  const guest = await createUser(app.ctx, { email: 'kiki@rkali.example' });
  await failTimes(app, '\u212Aiki@rkali.example', 3);
  await failTimes(app, 'ｋｉｋｉ@rkali.example', 2);
  expect((await logIn(app, guest.email, guest.password)).status).toBe(429);
  for (const email of ['k\u0130ki@rkali.example', 'kiki@rkal\u0130.example'])
    expect((await logIn(app, email, guest.password)).status).toBe(401);
});

test('nobody blocks an address by registering another spelling of it', async () => {
  const app = await start('1');
  const register = (email: string) => rawCall(app.url, '/api/auth/register', { body: { ...registration(), email } });
  for (const email of ['v\u0130ctim@example.org', 'vi\u212Atim@example.org', 'nino@cl\u0130b.example']) {
    const refused = await register(email);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: { email: 'validation.invalid_email' } });
  }
  for (const email of ['victim@example.org', 'viktim@example.org', 'nino@clib.example']) expect((await register(email)).status).toBe(200);
});

test('the counters outlive a crash of PostgreSQL: their table is logged', async () => {
  const app = await start('1');
  const { rows } = await app.ctx.db.execute(sql`select relpersistence from pg_class where oid = 'rate_limits'::regclass`);
  expect(rows).toEqual([{ relpersistence: 'p' }]);
});
