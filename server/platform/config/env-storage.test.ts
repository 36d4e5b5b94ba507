import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const address = 'https://s3.eu-central-1.amazonaws.com/club-pictures';
const key = { STORAGE_KEY_ID: 'key', STORAGE_SECRET_KEY: 'a/secret+with=signs' };

test('without a bucket pictures are in the data folder', () => expect(readEnv({}).bucket).toBeUndefined());

test.each([
  [address, { url: address, prefix: '' }],
  [`${address}/`, { url: address, prefix: '' }],
  [`${address}/clubs/rkali`, { url: address, prefix: 'clubs/rkali/' }],
  ['http://127.0.0.1:9000/club', { url: 'http://127.0.0.1:9000/club', prefix: '' }],
])('%s is a bucket', (url, expected) =>
  expect(readEnv({ ...key, STORAGE_URL: url, STORAGE_REGION: 'garage' }).bucket).toEqual({
    ...expected,
    keyId: 'key',
    secretKey: 'a/secret+with=signs',
    region: 'garage',
  }),
);

test.each([
  [{ STORAGE_URL: 's3://club' }, /^STORAGE_URL must be the address of a bucket without a key, such as https/],
  [{ ...key, STORAGE_URL: 'https://s3.example.com' }, /^STORAGE_URL must be/],
  [{ STORAGE_URL: 'https://key:secret@s3.example.com/club' }, /^STORAGE_URL must be/],
  [{ STORAGE_URL: address }, 'STORAGE_KEY_ID and STORAGE_SECRET_KEY are needed with STORAGE_URL: the key of the bucket.'],
  [{ STORAGE_URL: address, STORAGE_KEY_ID: 'key' }, /^STORAGE_KEY_ID and STORAGE_SECRET_KEY are needed/],
  [{ STORAGE_SECRET_KEY: 'secret' }, 'STORAGE_URL is needed with STORAGE_SECRET_KEY: the address of the bucket.'],
])('%o is refused', (variables, message) => expect(() => readEnv(variables)).toThrow(message));
