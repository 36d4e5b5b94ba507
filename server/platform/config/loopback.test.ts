import { expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

test.each(['localhost', 'LOCALHOST', 'localhost.', 'site.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])(
  '%s is this machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);

test.each([
  '',
  'attacker.example',
  'localhost.attacker.example',
  'notlocalhost',
  '127.0.0.1.attacker.example',
  '10.0.0.1',
  '0.0.0.0',
  '[::2]',
])('%s is not', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});

test('an IPv4 loopback address is known in its IPv6 form', () => {
  expect(isLoopbackAddress('::ffff:127.0.0.1')).toBe(true);
  expect(isLoopbackAddress('::ffff:10.0.0.1')).toBe(false);
  expect(isLoopbackAddress('localhost')).toBe(false);
});
