import { expect, test } from 'vitest';
import { isUnencryptedConnection } from './content-changes.ts';

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
