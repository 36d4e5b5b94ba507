import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { reasonOf, serializeError } from './log.ts';

test('a statement that failed is logged without the values it carried', async () => {
  const { ctx } = await startTestApp();
  const secret = 'salome.drift@rkali.example';
  const row = {
    email: secret,
    emailKey: secret,
    passwordHash: 'hash-of-a-password',
    firstName: 'Salome',
    lastName: 'Drift',
    phoneNumber: '+995 555 12 34 56',
  };
  const sealed = { country: 'Georgia', sealedPersonalNumber: 'x', sealedBirthdate: 'x' };
  await ctx.db.insert(users).values({ ...row, ...sealed });
  const error: unknown = await ctx.db
    .insert(users)
    .values({ ...row, ...sealed })
    .catch((failure: unknown) => failure);
  expect(String(error)).toContain(secret);
  const logged = JSON.stringify(serializeError(error));
  expect(logged).toContain('insert into');
  expect(logged).toContain('23505');
  for (const value of Object.values(row)) expect(logged).not.toContain(value);
});

test('a start that a failed statement ends says the reason, not the statement', async () => {
  const { ctx } = await startTestApp();
  const error: unknown = await ctx.db.execute(sql`select 1 from nowhere`).catch((failure: unknown) => failure);
  expect(reasonOf(error)).toBe('relation "nowhere" does not exist');
});

test('a value that looks like a stack is not logged either, and the stack is', async () => {
  const { ctx } = await startTestApp();
  const value = 'A birthday\n    at home, with nino@example.com\nparams: and\n    at the club';
  const error: unknown = await ctx.db.execute(sql`insert into nowhere values (${value})`).catch((failure: unknown) => failure);
  const { message, stack, cause } = serializeError(error);
  expect([message, cause?.code]).toEqual(['Failed query: insert into nowhere values ($1)', '42P01']);
  expect(stack).toMatch(/^Error: Failed query: insert into nowhere values \(\$1\)\n {4}at .*drizzle/);
  expect(JSON.stringify(serializeError(error))).not.toMatch(/birthday|nino|club/);
});

test('a stalled reader of the log does not stop the process', async () => {
  const code = `const { openLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
    const log = openLog({ logLevel: 'info' });
    for (let line = 0; line < 5_000; line += 1) log.info({ text: 'x'.repeat(200) }, 'a line');
    setTimeout(() => process.stderr.write('still at work'), 50);
    setInterval(() => undefined, 1_000);`;
  // Its standard output is never read: a pipe takes 64 kB, and these lines are a megabyte.
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stderr, 'data');
  expect(String(said)).toBe('still at work');
});
