import { expect, test } from 'vitest';
import en from '#shared/locales/en/staff-audit.json' with { type: 'json' };
import ka from '#shared/locales/ka/staff-audit.json' with { type: 'json' };
import { urlOf, type Endpoint } from '#shared/contract.ts';
import { staffContract } from '#shared/staff-api.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { staffCommands } from '#tests/factories/staff-commands.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const entries: [string, Endpoint][] = Object.entries(staffContract).flatMap(([section, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${section}.${verb}`, endpoint]),
);
/** POST calls that change nothing: their input is too long for a URL, or must not appear in one. */
const ASKS = new Set([
  'sharePreview.draw',
  'staffAnnouncements.preview',
  'staffNewsletter.preview',
  'guests.find',
  'knownGuests.check',
  'staffOrders.find',
  'staffSearch.find',
  'staffEnquiries.find',
  'staffTonight.decisions',
]);
const commands = entries.filter(([name, { method }]) => method !== 'GET' && !ASKS.has(name));

test('every command of the console writes who did what, once, and nothing personal', async () => {
  const app = await startTestApp();
  const { id, accessToken } = await createAdmin(app.ctx);
  expect(Object.keys(staffCommands).toSorted()).toEqual(commands.map(([name]) => name).toSorted());
  for (const [name, endpoint] of commands) {
    const input = (await staffCommands[name]?.(app, app.api(accessToken))) ?? {};
    const before = await app.ctx.db.$count(auditEntries);
    const { method, body, status, answer } = await send(app.url, endpoint, input, accessToken);
    expect([name, status], JSON.stringify(answer)).toEqual([name, 200]);
    const written = (await app.ctx.db.select().from(auditEntries).orderBy(auditEntries.id)).slice(before);
    expect([name, written.length], `${method} ${JSON.stringify(body)}`).toEqual([name, 1]);
    expect(written[0]).toMatchObject({ staffId: id, action: expect.stringMatching(/^[a-z_.]+$/), subject: expect.stringMatching(/\S/) });
    const actionKey = written[0]?.action.replaceAll('.', '_') ?? '';
    expect([actionKey, Object.hasOwn(en.actions, actionKey), Object.hasOwn(ka.actions, actionKey)]).toEqual([actionKey, true, true]);
    expect(JSON.stringify(written[0]?.detail), actionKey).not.toMatch(/personalNumber|birthdate|password|token|01001000001/i);
  }
});

async function send(origin: string, endpoint: Endpoint, { body, ...rest }: { body?: unknown }, bearer: string) {
  const { method } = endpoint;
  const { status, body: answer } = await rawCall(origin, urlOf(endpoint, rest), {
    method,
    ...(body === undefined ? {} : { body }),
    bearer,
  });
  return { method, body, status, answer };
}
