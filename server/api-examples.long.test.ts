import sharp from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { UPLOAD_PATH } from '#shared/staff/gallery.schemas.ts';
import { EVENT_PHOTO_PATH } from '#shared/staff/event-uploads.ts';
import { callsWithExamples, expectExampleWorks } from '#tests/contract/examples.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const Content = z.object({ content: z.record(z.string(), z.unknown()) });
const Operation = z.object({
  parameters: z.array(z.object({ name: z.string(), example: z.unknown().optional() })),
  requestBody: Content,
  responses: z.record(z.string(), Content),
});
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation.partial())) });

// Those of staff are sent by staff-rights.long.test.ts, and all of them at night.
test.each(callsWithExamples.filter(([, { path }]) => !path.startsWith('/staff/')))(
  'the documented example of %s works',
  expectExampleWorks,
);

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
