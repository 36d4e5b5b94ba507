import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { readEnv } from '#server/platform/config/env.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { startDrive, type DriveDouble, type DriveOptions } from '#tests/setup/drive.ts';
import { createDrive, DRIVE_TIMEOUTS } from './drive.ts';
import { DriveError, isStoreOfDrive } from './drive-http.ts';

async function openDrive(options: Omit<DriveOptions, 'clock'> = {}, timeouts = DRIVE_TIMEOUTS) {
  const clock = createTestClock();
  const double = await startDrive({ clock, ...options });
  return { clock, double, drive: openAgain(double, clock, timeouts) };
}

function openAgain(double: DriveDouble, clock: ReturnType<typeof createTestClock>, timeouts = DRIVE_TIMEOUTS, changes: object = {}) {
  const { drive: settings } = readEnv(double.env);
  if (!settings) throw new Error('The settings name no folder.');
  return createDrive({ ...settings, ...changes }, clock, timeouts);
}

const tokenRequests = ({ requests }: DriveDouble): number => requests.filter(({ kind }) => kind === 'token').length;

test('a service account reads a folder that is shared with it alone, with one token for all calls [§7.drive]', async () => {
  const { double, drive } = await openDrive({ access: 'account' });
  double.sharing = 'account';
  double.put('a.jpg', 'picture');
  const [file] = await drive.list();
  expect(file).toMatchObject({ name: 'a.jpg', album: 'gallery', size: 7 });
  expect(file && (await drive.download(file))).toEqual(Buffer.from('picture'));
  await drive.list();
  expect(tokenRequests(double)).toBe(1);
});

test('a token is renewed shortly before its end', async () => {
  const { clock, double, drive } = await openDrive({ access: 'account' });
  await drive.list();
  clock.advanceMinutes(58);
  await drive.list();
  expect(tokenRequests(double)).toBe(1);
  clock.advanceMinutes(1.5);
  await drive.list();
  expect(tokenRequests(double)).toBe(2);
});

test('a token that was revoked is renewed once, and one that never holds is no endless round', async () => {
  const { double, drive } = await openDrive({ access: 'account' });
  await drive.list();
  double.revokeTokens();
  await drive.list();
  expect(tokenRequests(double)).toBe(2);
  double.trouble = ({ kind }) => (kind === 'token' ? undefined : '401 authError');
  await expect(drive.list()).rejects.toMatchObject({ kind: 'refused' });
  expect(tokenRequests(double)).toBe(3);
});

test('an account that is not accepted is named with the mend', async () => {
  const { clock, double } = await openDrive({ access: 'account' });
  const { access } = readEnv(double.env).drive ?? {};
  const otherAccount = openAgain(double, clock, DRIVE_TIMEOUTS, { access: { ...access, email: 'stranger@club.iam.example' } });
  await expect(otherAccount.list()).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('DRIVE_SERVICE_ACCOUNT') });
  expect(double.requests.map(({ kind }) => kind)).toEqual(['token']);
});

test.each([
  ['429 slowDown', 'busy'],
  ['503 unavailable', 'away'],
  ['garbage', 'away'],
  ['wrong types', 'away'],
  ['drop', 'away'],
] as const)('a token that comes as “%s” is a reason to ask later', async (trouble, kind) => {
  const { double, drive } = await openDrive({ access: 'account' });
  double.trouble = (call) => (call.kind === 'token' ? trouble : undefined);
  await expect(drive.list()).rejects.toMatchObject({ kind });
});

test('a folder in a shared drive is read when the drive is named, and otherwise said to be missing', async () => {
  const { clock, double, drive } = await openDrive({ access: 'account', driveId: '0AShared-drive' });
  double.put('a.jpg', 'picture');
  const [file] = await drive.list();
  expect(file && (await drive.download(file))).toEqual(Buffer.from('picture'));
  const plain = openAgain(double, clock, DRIVE_TIMEOUTS, { driveId: undefined });
  await expect(plain.list()).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('set DRIVE_ID') });
});

test('a Drive that takes the question and never answers is given up', async () => {
  const { double, drive } = await openDrive({}, { answerMs: 150, listMs: 300, fileMs: 150 });
  const file = double.put('a.jpg', 'picture');
  double.trouble = () => 'hang';
  await expect(drive.list()).rejects.toMatchObject({ kind: 'away' });
  const listed = { id: file.id, name: 'a.jpg', mimeType: 'image/jpeg', modifiedTime: '', album: 'gallery' as const, size: 7 };
  await expect(drive.download(listed)).rejects.toMatchObject({ kind: 'away' });
});

test('a file beyond 40 MB is not asked for, and one that hides its size is dropped on the way', async () => {
  const { double, drive } = await openDrive();
  double.put('large.jpg', Buffer.alloc(41 * 1024 * 1024));
  const [file] = await drive.list();
  if (!file) throw new Error('Nothing was listed.');
  expect(await drive.download(file)).toBe('too_large');
  expect(double.downloads).toEqual([]);
  expect(await drive.download({ ...file, size: undefined })).toBe('too_large');
});

test.each(['drop', '500 backendError', '403 forbidden', 'garbage'] as const)(
  'a Drive that answers with “%s” leaves no key in the error',
  async (trouble) => {
    const { double, drive } = await openDrive();
    double.trouble = () => trouble;
    const error: unknown = await drive.list().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DriveError);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(double.apiKey);
  },
);

test.each(['folder', 'list', 'token'] as const)(
  'an answer about the %s that does not end is not taken, however right it begins',
  async (kind) => {
    const { double, drive } = await openDrive({ access: 'account' });
    double.trouble = (call) => (call.kind === kind ? 'flood' : undefined);
    await expect(drive.list()).rejects.toMatchObject({ kind: 'away' });
  },
);

/** Starts a server that gets no request as long as redirects are not followed. */
async function startElsewhere() {
  const elsewhere = await startDrive({ clock: createTestClock() });
  return { elsewhere, address: elsewhere.env['DRIVE_API_URL'] ?? '' };
}

test.each(['folder', 'list', 'token', 'download'] as const)('a Drive that leads elsewhere with its %s is not followed', async (kind) => {
  const { elsewhere, address } = await startElsewhere();
  const { double, drive } = await openDrive({ access: 'account' });
  double.sharing = 'account';
  const { id } = double.put('a.jpg', 'picture');
  double.trouble = (call) => (call.kind === kind ? `302 ${address}` : undefined);
  const file = { id, name: 'a.jpg', mimeType: 'image/jpeg', modifiedTime: '', album: 'gallery' as const, size: 7 };
  await expect(kind === 'download' ? drive.download(file) : drive.list()).rejects.toMatchObject({ kind: 'away' });
  expect(elsewhere.requests).toEqual([]);
});

test('a picture is fetched from where Drive itself keeps it, without the token', async () => {
  const { double, drive } = await openDrive({ access: 'account' });
  double.sharing = 'account';
  const { id } = double.put('a.jpg', 'picture');
  const [file] = await drive.list();
  const store = new URL(`/store/${id}`, double.env['DRIVE_API_URL']);
  double.trouble = ({ kind }) => (kind === 'download' ? `307 ${store.href}` : undefined);
  expect(file && (await drive.download(file))).toEqual(Buffer.from('picture'));
});

test.each([
  ['https://doc-0k-apidata.googleusercontent.com/download/drive/v3/files/1?qk=2', true],
  ['https://www.googleapis.com/download/drive/v3/files/1', true],
  ['http://doc-0k-apidata.googleusercontent.com/', false],
  ['https://googleusercontent.com.evil.example/', false],
  ['https://evilgoogleusercontent.com/', false],
  ['https://169.254.169.254/latest/meta-data/', false],
])('%s as a place where Drive keeps pictures: %s', (address, isOne) => {
  expect(isStoreOfDrive(new URL(address), 'https://www.googleapis.com/drive/v3')).toBe(isOne);
});
