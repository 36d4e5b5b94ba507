import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { isUnencryptedConnection } from './client.ts';
import { listenForContentChanges } from './content-changes.ts';

test.each([
  ['postgres://u:p@db.example/club', true],
  ['postgres://u:p@10.0.0.5:5432/club?sslmode=disable', true],
  ['postgres://u:p@db.example/club?sslmode=verify-full', false],
  ['postgres://u:p@db.example/club?ssl=true', false],
  ['postgres://u:p@localhost/club', false],
  ['postgres://u:p@127.0.0.1/club', false],
  ['postgres://u:p@[::1]/club', false],
  ['postgres://app@localhost/club?host=%2Ftmp%2Fsockets', false],
  ['postgres:///club', false],
])('%s is an open line to another machine: %j', (url, expected) => {
  expect(isUnencryptedConnection(url)).toBe(expected);
});

test('a connection that only listens notices within seconds that the other end is gone, like those of the pools', async () => {
  const { deps } = await startTestApp();
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  onTestFinished(() => keepAlive.mockRestore());
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = listenForContentChanges(String(deps.env.databaseUrl), () => resolve(undefined));
  await promise;
  await stop();
  expect(new Set(keepAlive.mock.calls.map(String))).toEqual(new Set(['true,10000']));
});
