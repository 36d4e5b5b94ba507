import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { upsertImage } from './gallery.queries.ts';

const picture = (number: number, position = number) => ({
  name: `Picture ${number}`,
  nameKa: `სურათი ${number}`,
  file: `picture-${number}`,
  width: 1080,
  height: 720,
  widths: [480, 1080],
  position,
  source: 'folder' as const,
  sourceId: `picture-${number}`,
  checksum: '',
});

test('the gallery answers its pictures by position with an address on our own origin [§3.gallery-image]', async () => {
  const { api, ctx } = await startTestApp();
  await upsertImage(ctx.db, picture(1, 2));
  await upsertImage(ctx.db, picture(2, 1));
  expect(await api().gallery.images({})).toEqual({
    images: [
      { url: '/media/gallery/picture-2-1080.jpg', name: 'Picture 2', nameKa: 'სურათი 2', width: 1080, height: 720, widths: [480, 1080] },
      { url: '/media/gallery/picture-1-1080.jpg', name: 'Picture 1', nameKa: 'სურათი 1', width: 1080, height: 720, widths: [480, 1080] },
    ],
    page: 1,
    total: 2,
  });
});

test('a picture whose file name says nothing is called a picture', async () => {
  const { api, ctx } = await startTestApp();
  await upsertImage(ctx.db, { ...picture(1), name: '', nameKa: '' });
  await upsertImage(ctx.db, { ...picture(2), nameKa: '' });
  const { images } = await api().gallery.images({});
  expect(images.map(({ name, nameKa }) => [name, nameKa])).toEqual([
    ['Picture', 'სურათი'],
    ['Picture 2', 'Picture 2'],
  ]);
});

test('the gallery is empty before any picture is there', async () => {
  const { api } = await startTestApp();
  expect(await api().gallery.images({})).toEqual({ images: [], page: 1, total: 0 });
});

test('pages do not overlap, twenty pictures make a page and a page behind the last is empty [§7.images]', async () => {
  const { api, ctx } = await startTestApp();
  for (let number = 1; number <= 25; number++) await upsertImage(ctx.db, picture(number));
  const first = await api().gallery.images({});
  const second = await api().gallery.images({ page: 2 });
  expect(first.images).toHaveLength(20);
  expect(second.images.map(({ name }) => name)).toEqual(['Picture 21', 'Picture 22', 'Picture 23', 'Picture 24', 'Picture 25']);
  expect(await api().gallery.images({ page: 100_000, limit: 100 })).toEqual({ images: [], page: 100_000, total: 25 });
});

test('the same picture is there once, as it was brought last', async () => {
  const { api, ctx } = await startTestApp();
  await upsertImage(ctx.db, picture(1));
  await upsertImage(ctx.db, { ...picture(1), name: 'Another name' });
  expect((await api().gallery.images({})).images.map(({ name }) => name)).toEqual(['Another name']);
});

test.each(['page=0', 'page=-1', 'page=1e999', 'page=x', 'limit=0', 'limit=101', 'limit='])('images?%s is refused', async (query) => {
  const { url } = await startTestApp();
  const response = await fetch(`${url}/api/google-drive/images?${query}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'invalid_input', message: 'Bad Request. Please check your input.' });
});
