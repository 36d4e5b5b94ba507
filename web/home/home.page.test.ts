import { expect, test } from 'vitest';
import { createApi } from '#shared/api.ts';
import { eventView } from '#tests/factories/event-view.ts';
import { loader } from './home.page.tsx';

test('of the past events the first four are shown, also by a server that heeds no limit [§2.past]', async () => {
  const past = [6, 5, 4, 3, 2, 1].map((id) => eventView({ id }));
  const api = createApi(async ({ url }) => ({ status: 200, body: url.startsWith('/api/Events/PastEvents') ? past : [] }));
  expect((await loader(api)).past.map(({ id }) => id)).toEqual([6, 5, 4, 3]);
});
