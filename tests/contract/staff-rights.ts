import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { securityEvents } from '#server/accounts/accounts.table.ts';
import { exampleFor } from '#server/api-examples.ts';
import { type Endpoint, rightFor, urlOf } from '#shared/contract.ts';
import { UPLOAD_PATH } from '#shared/staff/gallery.schemas.ts';
import { type Right, rightsOf, STAFF_ROLES, type StaffRole } from '#shared/staff/rights.ts';
import { wholeContract } from '#shared/staff-api.ts';
import { prepareCall } from '#tests/factories/example-calls.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

type Prepared = { url: string; body?: string; type?: string };
type StaffCall = { name: string; method: string; path: string; right: Right | undefined; prepare(app: TestApp): Promise<Prepared> };

const isOfStaff = ([, { path, access }]: [string, Endpoint]) => path.startsWith('/staff/') || rightFor(access) !== undefined;

const declared: StaffCall[] = Object.entries(wholeContract)
  .flatMap(([section, verbs]) => Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${section}.${verb}`, endpoint]))
  .filter(isOfStaff)
  .map(([name, endpoint]) => ({
    name,
    method: endpoint.method,
    path: endpoint.path,
    right: rightFor(endpoint.access),
    async prepare(app) {
      const { body, ...rest } = (await prepareCall(app, name, endpoint.access, exampleFor(endpoint))).input;
      return { url: urlOf(endpoint, rest), ...(body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' }) };
    },
  }));

/** Their bodies are bytes, so the contract does not declare them. */
const uploads = (
  [
    [UPLOAD_PATH, 'content.edit'],
    ['/api/staff/night-photos', 'events.edit'],
    ['/api/staff/night-sounds', 'events.edit'],
  ] as const
).map(([url, right]): StaffCall => ({
  name: url,
  method: 'POST',
  path: url.replace('/api', ''),
  right,
  prepare: async () => ({
    url: `${url}?album=gallery&name=a.jpg&night=1&act=1&version=0`,
    body: 'bytes',
    type: 'application/octet-stream',
  }),
}));

export const staffCalls = [...declared, ...uploads];

/** Returns the call with a body of the wrong shape, or, for an upload, without its query; calls without a body have none. */
const invalid = ({ url, body, type }: Prepared): Prepared[] =>
  body === undefined ? [] : [{ url: url.replace(/\?.*/, ''), body: '[]', ...(type && { type }) }];

export async function send(origin: string, { method }: StaffCall, { url, body, type }: Prepared, bearer?: string) {
  const headers = { ...(type ? { 'content-type': type } : {}), ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) };
  const response = await fetch(origin + url, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  return { status: response.status, answer: response.status === 403 ? JSON.parse(text) : undefined };
}

/** The name of the statement that digests each table. PostgreSQL plans a named statement once; planning takes longer than running it. */
const CONTENT = 'content';
let digests: string | undefined;

/** Returns a digest of every row of every table, except those that a refusal writes itself. */
export async function contentOf({ owner }: TestApp): Promise<unknown[]> {
  digests ??= (
    await owner.execute<{ digest: string }>(sql`
      select format('select %L as name, md5(string_agg(r::text, %L order by r::text)) as digest from %I r', tablename, ',', tablename) as digest
      from pg_tables where schemaname = 'public' and tablename <> 'security_events' order by tablename`)
  ).rows
    .map(({ digest }) => digest)
    .join(' union all ');
  return (await owner.$client.query<{ name: string }>({ name: CONTENT, text: `${digests} order by name` })).rows;
}

/** Its answer never ends; its rights are tested in door/tonight.long.test.ts. */
const STREAM = 'staffTonight.stream';

/** The bytes of the examples are no picture or sound, so every upload fails here. */
const isUpload = ({ type }: Prepared) => type === 'application/octet-stream';

const mayCall = ({ roles }: { roles: readonly StaffRole[] }, right: Right) => rightsOf(roles).includes(right);

type RolesFor = (right: Right) => StaffRole[][];

/** A guest and a user of each role. */
export const everyRole: RolesFor = () => [[], ...STAFF_ROLES.map((role) => [role])];

/** A guest, the role that may most without this right, the one that may least with it, and an Owner. */
export const nearestRoles: RolesFor = (right) => {
  const byRights = STAFF_ROLES.map((role) => [role]).toSorted((one, other) => rightsOf(one).length - rightsOf(other).length);
  const having = byRights.filter((roles) => mayCall({ roles }, right));
  const lacking = byRights.filter((roles) => !having.includes(roles));
  return [[], ...lacking.slice(-1), ...new Set([...having.slice(0, 1), ...having.slice(-1)])];
};

/** Prepares a call with what it needs, and users with these roles. */
async function prepareWithPeople(app: TestApp, call: StaffCall, rolesFor: RolesFor) {
  if (call.right === undefined) throw new Error(`${call.name} needs no right.`);
  const people = [];
  for (const roles of rolesFor(call.right)) people.push({ roles, ...(await createUser(app.ctx, { roles })) });
  return { call, right: call.right, people, input: await call.prepare(app) };
}

export const sections = [...Map.groupBy(staffCalls, ({ name }) => name.split('.')[0] ?? name)];

/** Sends each call as users with these roles, without its right and with it. */
export async function expectRights(calls: readonly StaffCall[], rolesFor: RolesFor): Promise<void> {
  const app = await startTestApp();
  const prepared = [];
  for (const call of calls) prepared.push(await prepareWithPeople(app, call, rolesFor));
  const before = await contentOf(app);
  for (const { call, right, people, input } of prepared) {
    expect(call.path).toMatch(/^\/(staff|QRCode|users\/GetUserbyId)\//);
    expect([call.name, (await send(app.url, call, input)).status]).toEqual([call.name, 401]);
    for (const { id, roles, accessToken } of people.filter((person) => !mayCall(person, right))) {
      const ofThem = and(eq(securityEvents.userId, id), eq(securityEvents.kind, 'forbidden'));
      const refusal = [call.name, roles, 403, expect.objectContaining({ code: 'forbidden', params: { right } })];
      for (const [position, sent] of [input, ...invalid(input)].entries()) {
        const { status, answer } = await send(app.url, call, sent, accessToken);
        expect([call.name, roles, status, answer]).toEqual(refusal);
        expect([call.name, roles, await app.ctx.db.$count(securityEvents, ofThem)]).toEqual([call.name, roles, position + 1]);
      }
    }
  }
  expect(await contentOf(app)).toEqual(before);
  for (const { call, right, people, input } of prepared.filter(({ call: { name } }) => name !== STREAM)) {
    const allowed = people.filter((person) => mayCall(person, right));
    const statuses = [];
    for (const { accessToken } of allowed)
      for (const sent of invalid(input)) statuses.push((await send(app.url, call, sent, accessToken)).status);
    expect([call.name, statuses.filter((status) => ![400, 422].includes(status))]).toEqual([call.name, []]);
    for (const { accessToken } of allowed) statuses.push((await send(app.url, call, input, accessToken)).status);
    if (!isUpload(input)) expect([call.name, statuses.some((status) => status < 300)]).toEqual([call.name, true]);
    expect([call.name, allowed.length]).not.toEqual([call.name, 0]);
    expect([call.name, statuses.filter((status) => status === 401 || status === 403 || status >= 500)]).toEqual([call.name, []]);
  }
}
