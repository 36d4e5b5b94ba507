// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { UPLOAD_BYTES_MAX } from '#shared/staff/gallery.schemas.ts';
import { answerCalls } from '#tests/setup/staff-screen.tsx';
import { createUploads } from './uploads.ts';

const fileOf = (name: string, bytes = 3): File => new File([new Uint8Array(bytes)], name);
const shown = (uploads: ReturnType<typeof createUploads>) => uploads.all().map(({ file, state }) => `${file.name} ${state}`);

test('files go in the order in which a person counts them', async () => {
  await answerCalls(
    (request, response) => void request.resume().on('end', () => response.writeHead(204, { 'access-control-allow-origin': '*' }).end()),
  );
  const uploads = createUploads();
  uploads.add('gallery', [fileOf('hall 10.jpg'), fileOf('Hall 2.jpg'), fileOf('bar.jpg')]);
  expect(shown(uploads)).toEqual(['bar.jpg sending', 'Hall 2.jpg waiting', 'hall 10.jpg waiting']);
  await vi.waitFor(() => expect(uploads.all()).toEqual([]));
});

test('files go one after the other, a failed one stays until it is sent again or dropped, and queues share nothing', async () => {
  const refused = new Set(['bad.jpg']);
  const sent: string[] = [];
  await answerCalls((request, response) => {
    const name = new URL(request.url ?? '', 'http://site').searchParams.get('name') ?? '';
    sent.push(name);
    request.resume().on('end', () => response.writeHead(refused.has(name) ? 422 : 204, { 'access-control-allow-origin': '*' }).end());
  });
  const uploads = createUploads();
  const other = createUploads();
  const arrived = vi.fn<(album: string) => void>();
  uploads.onArrival(arrived);
  uploads.add('gallery', [fileOf('bad.jpg'), fileOf('good.jpg'), fileOf('huge.jpg', UPLOAD_BYTES_MAX + 1)]);
  expect(shown(uploads)).toEqual(['bad.jpg sending', 'good.jpg waiting', 'huge.jpg waiting']);
  await vi.waitFor(() => expect(shown(uploads)).toEqual(['bad.jpg failed', 'huge.jpg failed']));
  expect(sent).toEqual(['bad.jpg', 'good.jpg']);
  expect(arrived.mock.calls).toEqual([['gallery']]);

  refused.clear();
  const [bad, huge] = uploads.all().map(({ id }) => id);
  uploads.drop(huge ?? 0);
  uploads.retry(bad ?? 0);
  await vi.waitFor(() => expect(uploads.all()).toEqual([]));
  expect(sent).toEqual(['bad.jpg', 'good.jpg', 'bad.jpg']);
  expect(other.all()).toEqual([]);
});

test('an upload that is taken out of the queue ends at once, and the next file goes', async () => {
  const sent: string[] = [];
  const ended: string[] = [];
  await answerCalls((request, response) => {
    const name = new URL(request.url ?? '', 'http://site').searchParams.get('name') ?? '';
    sent.push(name);
    response.on('close', () => response.writableFinished || ended.push(name));
    request.resume().on('end', () => name !== 'endless.jpg' && response.writeHead(204, { 'access-control-allow-origin': '*' }).end());
  });
  const uploads = createUploads();
  uploads.add('gallery', [fileOf('endless.jpg'), fileOf('next.jpg')]);
  await vi.waitFor(() => expect(sent).toEqual(['endless.jpg']));
  uploads.drop(uploads.all()[0]?.id ?? 0);
  await vi.waitFor(() => expect(uploads.all()).toEqual([]));
  expect(sent).toEqual(['endless.jpg', 'next.jpg']);
  await vi.waitFor(() => expect(ended).toEqual(['endless.jpg']));
});
