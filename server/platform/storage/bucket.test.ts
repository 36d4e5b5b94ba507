import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { listening } from '#tests/setup/listening.ts';
import { openBucket } from './bucket.ts';

/** Opens a bucket at a server that answers like this. */
async function openAt(answer: RequestListener, limitMs?: number) {
  const url = `http://127.0.0.1:${await listening(createServer(answer))}/club`;
  return openBucket({ url, prefix: '', keyId: 'key', secretKey: 'secret', region: 'auto' }, limitMs);
}

const refuse =
  (status: number, body = ''): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/xml' }).end(body);

test('a storage that does not answer fails in time, for each operation', async () => {
  const bucket = await openAt(() => undefined, 200);
  const late = /^the storage http:\S+\/club cannot be used: it does not answer within 0.2 seconds\.$/;
  await expect(bucket.open('a')).rejects.toThrow(late);
  await expect(bucket.put('a', Buffer.from('a'))).rejects.toThrow(late);
  await expect(bucket.names('a')).rejects.toThrow(late);
  await expect(bucket.remove('a')).rejects.toThrow(late);
  expect(bucket.failures()).toBe(4);
});

test('one that is busy for a moment is asked again', async () => {
  let calls = 0;
  const bucket = await openAt((request, response) => {
    calls += 1;
    if (calls < 3) refuse(503)(request, response);
    else response.writeHead(200, { etag: '"a"' }).end('content');
  });
  expect((await (await bucket.open('a'))?.read())?.toString()).toBe('content');
  expect([calls, bucket.failures()]).toEqual([3, 0]);
});

test.each([
  [
    403,
    '<Error><Code>SignatureDoesNotMatch</Code></Error>',
    'it answers 403 SignatureDoesNotMatch: check STORAGE_KEY_ID, STORAGE_SECRET_KEY',
  ],
  [404, '<Error><Code>NoSuchBucket</Code></Error>', 'there is no such bucket: make it, or correct STORAGE_URL.'],
  [301, '<Error><Code>PermanentRedirect</Code></Error>', 'it answers 301 PermanentRedirect.'],
])('a refusal with %i names its reason', async (status, body, reason) => {
  const bucket = await openAt(refuse(status, body));
  await expect(bucket.open('a')).rejects.toThrow(reason);
  await expect(bucket.put('a', Buffer.from('a'))).rejects.toThrow(reason);
});

test('a file that is not there is no failure', async () => {
  const bucket = await openAt(refuse(404, '<Error><Code>NoSuchKey</Code></Error>'));
  expect(await bucket.open('a')).toBeUndefined();
  expect(await bucket.openPart('a', 'bytes=0-1')).toBeUndefined();
  expect(bucket.failures()).toBe(0);
});

test('where nothing listens the reason is the network', async () => {
  const bucket = openBucket({ url: 'http://127.0.0.1:2/club', prefix: '', keyId: 'key', secretKey: 'secret', region: 'auto' });
  await expect(bucket.open('a')).rejects.toThrow(/^the storage http:\/\/127\.0\.0\.1:2\/club cannot be used: connect ECONNREFUSED \S+\.$/);
});
