import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '#lab/trial/server-process.ts';
import { keptKeys, mails } from '#server/platform/platform.table.ts';
import { openDoor } from '#tests/factories/door.ts';
import { ownerUrlOf } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { TEST_SECRET } from '#tests/setup/server.ts';

/** Opens a club with a ticket of a coming event; returns the settings of its server and its commands. */
async function openClub() {
  const door = await openDoor({ isFresh: true });
  door.clock.set(new Date());
  await door.owner.execute(`update events set starts_at = now() + interval '1 day', ends_at = now() + interval '31 hours'`);
  const url = door.deps.env.databaseUrl ?? '';
  const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrlOf(url), SECRET: TEST_SECRET, DATA_DIR: createTestFolder() };
  const replace = () => runOperatorCommand('reseal', ['--new-ticket-key'], { env });
  const keys = () => door.owner.select().from(keptKeys).orderBy(keptKeys.name);
  const queued = () => door.ctx.db.$count(mails, eq(mails.kind, 'ticket'));
  return { door, env: { ...env, DEMO: 'false', PLACEHOLDER_IMAGES: 'false' }, replace, keys, queued };
}

test('the key is replaced while several processes serve: each of them signs with the new one, and the code is emailed once', async () => {
  const { door, env, replace, queued } = await openClub();
  const server = await startServer({ ...env, PROCESSES: '2' });
  onTestFinished(() => server.kill('SIGTERM'));
  const { body } = await rawCall(server.origin, '/api/auth/login', { body: { email: door.guest.email, password: door.guest.password } });
  const codes = async () => {
    const calls = Array.from({ length: 12 }, () =>
      fetch(`${server.origin}/api/Tickets/my-tickets`, {
        headers: { authorization: `Bearer ${String(body['accessToken'])}`, connection: 'close' },
      }),
    );
    const lists: { code: string }[][] = await Promise.all((await Promise.all(calls)).map((answer) => answer.json()));
    return [...new Set(lists.flat().map(({ code }) => code))];
  };
  expect(await codes()).toEqual([door.ticket.code]);
  const { stdout } = await replace();
  expect(stdout).toMatch(/^Ticket codes are signed with a new key, in the database .*\. One ticket has a new code, of one coming event\./);
  await expect.poll(async () => (await codes()).includes(door.ticket.code), { timeout: 10_000 }).toBe(false);
  expect(await codes()).toHaveLength(1);
  await expect.poll(queued, { timeout: 20_000 }).toBe(1);
  await replace();
  await expect.poll(queued, { timeout: 20_000 }).toBe(2);
});

test('the server may be stopped: the emails wait for its start, and until they are queued the command changes nothing more', async () => {
  const { env, replace, keys, queued } = await openClub();
  await replace();
  const after = await keys();
  await expect(replace()).rejects.toMatchObject({ stderr: expect.stringContaining('has not queued all emails about it yet') });
  expect(await keys()).toEqual(after);
  expect(await queued()).toBe(0);
  const server = await startServer(env);
  onTestFinished(() => server.kill('SIGTERM'));
  await expect.poll(queued, { timeout: 20_000 }).toBe(1);
});
