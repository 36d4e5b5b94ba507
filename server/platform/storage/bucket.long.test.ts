import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listening } from '#tests/setup/listening.ts';
import { openBucket } from './bucket.ts';

test('content that stops in the middle ends as a failure, and does not hang', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '10', etag: '"a"' });
    response.write('half');
  });
  const url = `http://127.0.0.1:${await listening(server)}/club`;
  const bucket = openBucket({ url, prefix: '', keyId: 'key', secretKey: 'secret', region: 'auto' }, 3_000);
  const [file, part] = await Promise.all([bucket.open('a'), bucket.openPart('a', undefined)]);
  await Promise.all([
    expect(file?.read()).rejects.toThrow(/cannot be used: it does not answer within 3 seconds/),
    expect(buffer(part?.content ?? Readable.from([]))).rejects.toThrow(/does not answer within 3 seconds/),
  ]);
});
