import sharp from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { urlOf, type Endpoint } from '#shared/contract.ts';
import { signCall } from '#shared/door/sign-call.ts';
import { UPLOAD_PATH } from '#shared/staff/gallery.schemas.ts';
import { EVENT_PHOTO_PATH } from '#shared/staff/event-uploads.ts';
import { wholeContract } from '#shared/staff-api.ts';
import { createEvent } from '#tests/factories/events.ts';
import { prepareCall } from '#tests/factories/example-calls.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { exampleFor } from './api-examples.ts';

/** Their real input cannot be written into a document: a bank's signature, a wallet's certificate. */
const WITH_SECRETS = new Set(['payments.callback', 'wallet.apple', 'wallet.google']);

const calls = Object.entries(wholeContract).flatMap(([feature, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${feature}.${verb}`, endpoint]),
);

const Content = z.object({ content: z.record(z.string(), z.unknown()) });
const Operation = z.object({
  parameters: z.array(z.object({ name: z.string(), example: z.unknown().optional() })),
  requestBody: Content,
  responses: z.record(z.string(), Content),
});
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation.partial())) });

test.each(calls.filter(([name]) => !WITH_SECRETS.has(name)))('the documented example of %s works', async (name, endpoint) => {
  const app = await startTestApp();
  const { bearer, cookie, phone, input } = await prepareCall(app, name, endpoint.access, exampleFor(endpoint));
  const { method } = endpoint;
  const headers = {
    ...(input['body'] === undefined ? {} : { 'content-type': 'application/json' }),
    ...(cookie === undefined ? {} : { cookie }),
  };
  const body = input['body'] === undefined ? undefined : JSON.stringify(input['body']);
  const url = urlOf(endpoint, input);
  const signed =
    phone &&
    (await signCall(phone.key.privateKey, { scannerDeviceId: phone.scannerDeviceId, time: app.clock.now().getTime(), method, url, body }));
  const authorization = signed ?? (bearer === undefined ? undefined : `Bearer ${bearer}`);
  const answer = await fetch(app.url + url, {
    method,
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    ...(body !== undefined && { body }),
  });
  const text = answer.status === 200 ? '' : await answer.text();
  await answer.body?.cancel();
  expect([answer.status, text]).toEqual([200, '']);
  expect(answer.headers.get('content-type')).toContain(endpoint.shape.produces ?? 'application/json');
});

/** Valid ids for an upload's address. */
const realIds: Record<string, (app: TestApp) => Promise<Record<string, number>>> = {
  [UPLOAD_PATH]: async () => ({}),
  [EVENT_PHOTO_PATH]: async ({ ctx }) => ({ night: (await createEvent(ctx)).id }),
};

test.each(Object.entries(realIds))('the documented example of a file sent to %s works', async (path, findIds) => {
  const app = await startTestApp();
  const { accessToken } = await createAdmin(app.ctx);
  const { paths } = Document.parse(await (await fetch(`${app.url}/api/docs/json`)).json());
  const { parameters = [], requestBody, responses } = paths[path]?.['post'] ?? {};
  const ids = await findIds(app);
  const sent = parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[name, String(ids[name] ?? example)]]));
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } }).png();
  const answer = await fetch(`${app.url}${path}?${new URLSearchParams(sent)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': Object.keys(requestBody?.content ?? {})[0] ?? '' },
    body: new Uint8Array(await picture.toBuffer()),
  });
  const body = await answer.json();
  expect([answer.status, answer.status === 200 ? '' : body]).toEqual([200, '']);
  expect(Object.keys(responses?.['200']?.content ?? {})).toEqual([answer.headers.get('content-type')?.split(';')[0]]);
});
