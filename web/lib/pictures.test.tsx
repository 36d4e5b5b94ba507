import { expect, test } from 'vitest';
import { createApi } from '#shared/api.ts';
import { show } from '#tests/setup/show.tsx';
import { loader } from '#web/gallery/gallery.page.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { loadAlbum, picturesIn } from './pictures.ts';

const bare = { url: '/photos/1.jpg', name: 'Speaker wall' };

test('a picture of which only address and name are known is shown as the one file it is', () => {
  const [picture] = picturesIn([bare], 'ka');
  expect(picture?.alt).toBe('Speaker wall');
  const html = picture ? show(<Picture picture={picture} sizes="100vw" />) : '';
  expect(html).toContain('src="/photos/1.jpg"');
  expect(html).not.toMatch(/<source|srcset/i);
});

test.each([
  ['more than asked for', { images: [bare, bare, bare] }, 2],
  ['no list', { images: null }, 0],
  ['nothing', {}, 0],
])('an album that answers %s breaks no screen', async (_, body, count) => {
  const api = createApi(async () => ({ status: 200, body }));
  expect(await loadAlbum(api, 'about', 2)).toHaveLength(count);
});

test('the gallery asks for twenty pictures of page 1 [§7.images §9.gallery]', async () => {
  const urls: string[] = [];
  const api = createApi(async ({ url }) => {
    urls.push(url);
    return { status: 200, body: { images: [bare] } };
  });
  expect(await loader(api, { params: {}, request: new Request('https://rkali.example/gallery') })).toMatchObject({
    images: [bare],
    page: 1,
  });
  expect(urls).toEqual(['/api/google-drive/images?page=1&limit=20&album=gallery']);
});

test('errors of the gallery are swallowed [§7.images]', async () => {
  const api = createApi(async () => ({ status: 503, body: {} }));
  expect(await loadAlbum(api, 'about', 2)).toEqual([]);
});
