import { expect, test } from 'vitest';
import { createPictures } from '#tests/factories/pictures.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

test('pictures that two people move at once end in one order', async () => {
  const app = await startTestApp();
  const gallery = app.api((await createAdmin(app.ctx)).accessToken).staffGallery;
  const list = async () => (await gallery.list({ album: 'gallery' })).pictures.map(({ id }) => id);
  await createPictures(app.ctx, 12);
  const ids = await list();
  await Promise.all(
    ids.map((id, place) => gallery.move({ id, body: { beforeId: ids[(place * 5 + 3) % ids.length] ?? null } }).catch(() => undefined)),
  );
  expect((await list()).toSorted((one, other) => one - other)).toEqual(ids);
});
