import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { exampleFor } from '#server/api-examples.ts';
import { profileBody } from '#shared/accounts/account.schemas.ts';
import { wholeContract } from '#shared/staff-api.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

const Schema = z.record(z.string(), z.unknown());
const Media = z.record(z.string(), z.object({ schema: Schema, example: z.unknown().optional() }));
const Operation = z.object({
  parameters: z.array(z.object({ name: z.string(), schema: Schema, example: z.unknown().optional() })).default([]),
  requestBody: z.object({ content: Media }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Media })),
  security: z.array(z.unknown()).optional(),
});
const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

async function readDocument() {
  const app = await startTestApp();
  const text = await (await fetch(`${app.url}/api/docs/json`)).text();
  const { paths } = OpenApi.parse(JSON.parse(text));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  return { app, text, operations };
}

const endpoints = Object.values(wholeContract).flatMap((verbs) => Object.values(verbs));

test('every call documents each status it may answer, uploads and callbacks too', async () => {
  const { operations } = await readDocument();
  expect(operations.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/staff/gallery/files',
      'POST /api/staff/night-photos',
      'POST /api/staff/night-sounds',
      'POST /api/payments/callback/{provider}',
    ]),
  );
  expect(operations.length).toBe(endpoints.length + 3);
  for (const { name, responses, security } of operations) {
    const statuses = Object.keys(responses);
    expect([name, statuses.filter((status) => !/^[1-5]\d\d$/.test(status))]).toEqual([name, []]);
    const needed = ['200', '429', '500', '503', ...(security ? ['401'] : []), ...(name.includes('/api/staff/') ? ['403'] : [])];
    expect(statuses, name).toEqual(expect.arrayContaining(needed));
    for (const status of statuses.filter((one) => one >= '400')) {
      expect(responses[status]?.content['application/json']?.schema, `${name} ${status}`).toEqual({ $ref: '#/components/schemas/Error' });
    }
  }
});

test('each path that is documented refuses a method without a call by 405, with the methods it has', async () => {
  const { app, operations } = await readDocument();
  const methodsOf = Map.groupBy(operations, ({ name }) => name.split(' ')[1] ?? '');
  for (const [path, calls] of methodsOf) {
    const { statusCode, headers } = await app.http.inject({ method: 'TRACE', url: path.replaceAll(/\{\w+\}/g, '1') });
    const allowed = calls.map(({ name }) => name.split(' ')[0]);
    expect([path, statusCode, headers.allow?.split(', ').toSorted()]).toEqual([path, 405, allowed.toSorted()]);
  }
});

test('files are documented under their own type', async () => {
  const { operations } = await readDocument();
  const typesOf = (name: string) => Object.keys(operations.find((one) => one.name === name)?.responses['200']?.content ?? {});
  expect(typesOf('GET /api/staff/takings/file')).toEqual(['text/csv']);
  expect(typesOf('GET /api/Tickets/{id}/pdf')).toEqual(['application/pdf']);
  expect(typesOf('GET /api/Tickets/{id}/apple-pass')).toEqual(['application/vnd.apple.pkpass']);
  expect(typesOf('GET /api/staff/tonight/stream')).toEqual(['text/event-stream']);
});

test('its patterns are read by any program', async () => {
  const { text } = await readDocument();
  const patterns = [...text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(([, pattern]) => String(JSON.parse(`"${pattern}"`)));
  expect(patterns.length).toBeGreaterThan(0);
  expect(patterns.filter((pattern) => /\\[pPdw]|\(\?<?[!=]/.test(pattern))).toEqual([]);
});

/** Returns the schemas of all texts in a schema, by path. */
function textsOf(schema: unknown, path: string): [string, Record<string, unknown>][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { success, data } = z.looseObject({ type: z.literal('string') }).safeParse(schema);
  const inner = Object.entries(schema).flatMap(([name, part]) => textsOf(part, `${path} ${name}`));
  return success ? [[path, data], ...inner] : inner;
}

test('every text that is taken says which characters it may have', async () => {
  const { operations } = await readDocument();
  const texts = operations.flatMap(({ name, parameters, requestBody }) => [
    ...parameters.flatMap((parameter) => textsOf(parameter.schema, `${name} ${parameter.name}`)),
    ...textsOf(requestBody?.content['application/json']?.schema, name),
  ]);
  expect(texts.length).toBeGreaterThan(50);
  const silent = texts.filter(([, { format, enum: values, pattern }]) => {
    if (values !== undefined || (typeof format === 'string' && format !== 'binary')) return false;
    return typeof pattern !== 'string' || new RegExp(pattern).test('/\u0007') || !/^\^.*\$$/.test(pattern);
  });
  expect(silent.map(([path]) => path)).toEqual([]);
});

const fieldsOf = async (name: string): Promise<unknown> => {
  const { operations } = await readDocument();
  const schema = operations.find((operation) => operation.name === name)?.requestBody?.content['application/json']?.schema;
  return schema?.['properties'];
};
const NOT_BLANK = [{ pattern: String.raw`[^\s\uFEFF]` }];

test('what a schema can say of a field, it says', async () => {
  expect(await fieldsOf('POST /api/auth/register')).toMatchObject({
    firstName: { minLength: 1, maxLength: 200, allOf: NOT_BLANK },
    email: { format: 'idn-email', maxLength: 254 },
    password: { minLength: 8, maxLength: 256, allOf: [{ pattern: '[a-z]' }, { pattern: '[A-Z]' }, { pattern: '[^a-zA-Z0-9]' }] },
    personalNumber: { pattern: '^[0-9]{8,30}$' },
    birthdate: { format: 'date' },
    country: { enum: ['Georgia', 'USA', 'Germany', 'Other'] },
  });
  expect(await fieldsOf('PUT /api/auth/me')).toMatchObject({ firstName: { minLength: 1, maxLength: 200, allOf: NOT_BLANK } });
  expect(await fieldsOf('POST /api/staff/nights/{id}/ticket-types')).toMatchObject({
    name: { minLength: 1, allOf: NOT_BLANK },
    price: { multipleOf: 0.01 },
    onSaleFrom: { format: 'date-time', pattern: '^(?:19|2[0-9])[0-9]{2}-' },
  });
});

test('a pattern of the documentation takes what the server takes', async () => {
  const profile = z.record(z.string(), z.looseObject({ pattern: z.string().optional() })).parse(await fieldsOf('PUT /api/auth/me'));
  const takes = (text: string): [boolean, boolean] => [
    new RegExp(profile['phoneNumber']?.pattern ?? '').test(text),
    profileBody(() => new Date()).shape.phoneNumber.safeParse(text).success,
  ];
  for (const phone of ['+995 555 12-34-56', '(555) 123456', '1234567', '12345678901234567890', '+12345678901234567890', '1-----7'])
    expect([phone, ...takes(phone)]).toEqual([phone, true, true]);
  for (const phone of ['123456', '+123456', '123456789012345678901', '1 2 3 4 5 6 a', '++995555123456', '+'])
    expect([phone, ...takes(phone)]).toEqual([phone, false, false]);
});

test('every call that takes something has an example that its schema accepts', async () => {
  const { operations } = await readDocument();
  const bare = operations.filter(({ parameters, requestBody }) => {
    const bodies = Object.entries(requestBody?.content ?? {}).filter(([type]) => type === 'application/json');
    const examples = [...parameters, ...bodies.map(([, media]) => media)].map(({ example }) => example);
    return examples.length > 0 && examples.every((example) => example === undefined);
  });
  expect(bare.map(({ name }) => name)).toEqual([]);
  for (const endpoint of endpoints) {
    const { body, ...named } = exampleFor(endpoint);
    const { params, query, body: bodySchema } = endpoint.shape;
    const results = [params?.safeParse(named), query?.safeParse(named), bodySchema?.safeParse(body)];
    expect([endpoint.path, results.find((result) => result?.success === false)?.error?.issues]).toEqual([endpoint.path, undefined]);
  }
});

test('the refusals that schemathesis is told of are those of calls that exist', async () => {
  const { operations } = await readDocument();
  const hooks = await readFile(new URL('../../../tests/openapi/hooks.py', import.meta.url), 'utf8');
  const named = [...hooks.matchAll(/"((?:GET|POST|PUT|DELETE) [^"]+)"/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !operations.some((operation) => operation.name === name))).toEqual([]);
});

test('another method than a path takes is refused, and the answer names those it takes', async () => {
  const { app } = await readDocument();
  for (const [method, path, allowed] of [
    ['PATCH', '/api/Events', 'GET'],
    ['QUERY', '/api/Cart/my-cart', 'GET'],
    ['OPTIONS', '/api/staff/guests/find', 'POST'],
    ['PATCH', '/api/staff/guests/7', 'GET'],
    ['PUT', '/api/staff/gallery/files', 'POST'],
    // A separate path, although it looks like an id.
    ['GET', '/api/staff/guests/find', 'POST'],
    ['GET', '/API/Staff/Orders/Find/', 'POST'],
  ] as const) {
    const answer = await fetch(app.url + path, { method });
    await answer.arrayBuffer();
    expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, 405, allowed]);
  }
});

test('another method is refused whatever it brings', async () => {
  const { app } = await readDocument();
  for (const type of ['application/json', 'application/octet-stream', 'text/plain']) {
    const answer = await fetch(`${app.url}/api/staff/night-photos`, { method: 'PUT', headers: { 'content-type': type }, body: '{' });
    await answer.arrayBuffer();
    expect([type, answer.status, answer.headers.get('allow')]).toEqual([type, 405, 'POST']);
  }
});

test('an id of nothing, and one that no column could hold, is nobody’s, and no failure of ours', async () => {
  const { app } = await readDocument();
  const { accessToken } = await createAdmin(app.ctx);
  const { events, staffTicketTypes, staffMoney } = app.api(accessToken);
  for (const id of [999_999, 2 ** 31, Number.MAX_SAFE_INTEGER])
    for (const get of [events.get, staffTicketTypes.list, staffMoney.eventRefund])
      await expect(get({ id })).rejects.toMatchObject({ status: 404, body: { code: 'event_not_found' } });
});

test('the description of the API is written once, compressed, and looked at again by its tag', async () => {
  const { url } = await startTestApp();
  for (const name of ['json', 'yaml']) {
    const first = await fetch(`${url}/api/docs/${name}`);
    const tag = first.headers.get('etag');
    expect([first.status, first.headers.has('content-encoding'), typeof tag]).toEqual([200, true, 'string']);
    expect(await first.text()).toContain('my-cart');
    expect((await fetch(`${url}/api/docs/${name}`, { headers: { 'if-none-match': String(tag) } })).status).toBe(304);
  }
});

test('the description of the API is there unless it is switched off', async () => {
  const shown = await startTestApp();
  const hidden = await startTestApp({ env: { API_DOCS: 'false' } });
  const statusOf = async ({ url }: { url: string }) => (await fetch(`${url}/api/docs/json`)).status;
  expect([await statusOf(shown), await statusOf(hidden)]).toEqual([200, 404]);
  expect((await fetch(`${hidden.url}/api/Events`)).status).toBe(200);
});
