import { expect } from 'vitest';
import { urlOf, type Endpoint } from '#shared/contract.ts';
import { staffContract } from '#shared/staff-api.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { snapshotOf } from '#tests/factories/snapshot.ts';
import { staffCommands, type CommandInput } from '#tests/factories/staff-commands.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { rawCall, type RawAnswer } from '#tests/setup/raw-call.ts';
import type { PairsOf } from './pairs.ts';

const LONG = 'x'.repeat(10_000);
const hostile: Record<string, unknown> = {
  nothing: undefined,
  null: null,
  'an empty text': '',
  blanks: ' \t ',
  '10,000 characters': LONG,
  'a control character': 'Ni\u0000no',
  'a lone surrogate': 'Ni\uD800no',
  'a mark that turns the direction': 'Ni\u202Eno',
  'line breaks': 'Nino\r\nBcc: all@example.com',
  script: '<script>alert(1)</script>',
  true: true,
  'minus one': -1,
  'a fraction': 1.5,
  'too much': 1e308,
  'an array': [],
  'an object': { $gt: '' },
};
// Characters that cannot be stored are refused before any field is validated (wire contract, rule 8).
const REFUSED_ANYWHERE = new Set(['a control character', 'a lone surrogate']);

/** Refused because of the present state, not the input: `seen` and `version` are outdated. */
const IS_LATE = 409;
/** Errors in an array are reported for the whole array. */
const isList = (value: unknown): boolean => Array.isArray(value);

/** The commands of staff that have a body, by name. */
export const commands: [string, Endpoint][] = Object.entries(staffContract).flatMap(([section, verbs]) =>
  Object.entries(verbs).flatMap(([verb, endpoint]): [string, Endpoint][] =>
    staffCommands[`${section}.${verb}`] && endpoint.shape.body ? [[`${section}.${verb}`, endpoint]] : [],
  ),
);

const send = (origin: string, endpoint: Endpoint, { body, ...rest }: CommandInput, bearer: string) =>
  rawCall(origin, urlOf(endpoint, rest), { method: endpoint.method, body, bearer });

const namedIn = ({ body }: RawAnswer): string[] => Object.keys(body['errors'] ?? {}).map((name) => name.split('.')[0] ?? '');

/** Every refusal has a message and reveals nothing about the implementation. */
function expectPlainRefusal({ status, body }: RawAnswer, said: string): void {
  expect(status, said).toBeGreaterThanOrEqual(400);
  expect(status, said).toBeLessThan(500);
  expect(body, said).toMatchObject({ message: expect.stringMatching(/\S/), code: expect.stringMatching(/^[a-z_]+$/) });
  for (const key of Object.values(body['errors'] ?? {})) expect(key, said).toMatch(/^validation\.\w+$/);
  expect(JSON.stringify(body), said).not.toMatch(/at .*\.ts|select |insert |node_modules/i);
}

/** Sends a command with a hostile value in one field after the other. */
export async function sendHostileFields(name: string, endpoint: Endpoint, pairsOf: PairsOf): Promise<void> {
  const app = await startTestApp();
  const { accessToken } = await createAdmin(app.ctx);
  const api = app.api(accessToken);
  let input = (await staffCommands[name]?.(app, api)) ?? {};
  let before = await snapshotOf(app.ctx);
  for (const [field, [what, value]] of pairsOf(Object.keys(input.body ?? {}), Object.entries(hostile))) {
    const entries = await app.ctx.db.$count(auditEntries);
    const answer = await send(app.url, endpoint, { ...input, body: { ...input.body, [field]: value } }, accessToken);
    const said = `${field}: ${what} → ${answer.status} ${JSON.stringify(answer.body)}`;
    if (answer.status === 200) {
      // Accepted as it is, and stored; the next attempt uses new input.
      expect(await app.ctx.db.$count(auditEntries), said).toBeLessThanOrEqual(entries + 1);
      input = (await staffCommands[name]?.(app, api)) ?? {};
      before = await snapshotOf(app.ctx);
      continue;
    }
    expectPlainRefusal(answer, said);
    if (REFUSED_ANYWHERE.has(what)) expect([answer.status, answer.body['code']], said).toEqual([400, 'invalid_characters']);
    else if (answer.status !== IS_LATE && !isList(value)) expect(namedIn(answer), said).toContain(field);
    expect(await app.ctx.db.$count(auditEntries), said).toBe(entries);
  }
  expect(await snapshotOf(app.ctx)).toEqual(before);
  for (const body of ['x', 5, null, [], [input.body], true])
    expectPlainRefusal(
      await rawCall(app.url, urlOf(endpoint, { ...input, body: undefined }), { method: endpoint.method, body, bearer: accessToken }),
      String(body),
    );
}
