import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { readEnv } from './env.ts';

const folder = { DRIVE_FOLDER_ID: '1AbCdEfGhIjKlMnOp' };
const pem = (type: 'rsa' | 'ec') => {
  const { privateKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};
const accountKey = (fields: object = {}) =>
  JSON.stringify({ type: 'service_account', client_email: 'gallery@club.iam.example', private_key: pem('rsa'), ...fields });
const badAccount = 'DRIVE_SERVICE_ACCOUNT must be the JSON key of a service account, whole and on one line, or the path of its file.';

test('without a folder there is no mirror, and Google is the default', () => {
  expect(readEnv({}).drive).toBeUndefined();
  expect(readEnv({ ...folder, DRIVE_API_KEY: 'key' }).drive).toEqual({
    folderId: '1AbCdEfGhIjKlMnOp',
    driveId: undefined,
    access: { apiKey: 'key' },
    apiUrl: 'https://www.googleapis.com/drive/v3',
    tokenUrl: 'https://oauth2.googleapis.com/token',
  });
});

test('a service account is given as text or as a file', () => {
  const key = accountKey();
  const path = join(createTestFolder(), 'account.json');
  writeFileSync(path, key);
  const access = { email: 'gallery@club.iam.example', privateKey: JSON.parse(key).private_key };
  expect(readEnv({ ...folder, DRIVE_SERVICE_ACCOUNT: key }).drive?.access).toEqual(access);
  expect(readEnv({ ...folder, DRIVE_SERVICE_ACCOUNT: path }).drive?.access).toEqual(access);
});

test.each<[string, NodeJS.ProcessEnv, string]>([
  ['a key alone', { DRIVE_API_KEY: 'key' }, "DRIVE_FOLDER_ID is needed with DRIVE_API_KEY: the last part of the folder's address."],
  [
    'a shared drive alone',
    { DRIVE_ID: '0AbCdEfGhIjKlMn' },
    "DRIVE_FOLDER_ID is needed with DRIVE_ID: the last part of the folder's address.",
  ],
  ['a folder alone', folder, 'DRIVE_API_KEY or DRIVE_SERVICE_ACCOUNT is needed with DRIVE_FOLDER_ID.'],
  [
    'two ways in',
    { ...folder, DRIVE_API_KEY: 'key', DRIVE_SERVICE_ACCOUNT: accountKey() },
    'DRIVE_API_KEY and DRIVE_SERVICE_ACCOUNT exclude each other: keep one.',
  ],
  [
    'a whole address',
    { DRIVE_FOLDER_ID: 'https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOp', DRIVE_API_KEY: 'key' },
    "DRIVE_FOLDER_ID must be the id alone: the last part of the folder's or the drive's address.",
  ],
  [
    'a file that is not there',
    { ...folder, DRIVE_SERVICE_ACCOUNT: '/nowhere.json' },
    'DRIVE_SERVICE_ACCOUNT names a file that cannot be read.',
  ],
  ['broken JSON', { ...folder, DRIVE_SERVICE_ACCOUNT: '{"type":' }, badAccount],
  ['the key of something else', { ...folder, DRIVE_SERVICE_ACCOUNT: accountKey({ type: 'authorized_user' }) }, badAccount],
  ['a key that is not RSA', { ...folder, DRIVE_SERVICE_ACCOUNT: accountKey({ private_key: pem('ec') }) }, badAccount],
  ['a key cut short', { ...folder, DRIVE_SERVICE_ACCOUNT: accountKey({ private_key: '-----BEGIN PRIVATE KEY-----\nMIIE' }) }, badAccount],
  ['no web address', { DRIVE_API_URL: 'drive' }, 'DRIVE_API_URL must be an address that begins with http:// or https://.'],
])('%s is answered with one line', (_name, source, line) => {
  expect(() => readEnv(source)).toThrow(new Error(line));
});
