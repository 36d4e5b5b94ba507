import { expect, test } from 'vitest';
import { addressKey, networkOf, siteKey } from './address-key.ts';

test('an IPv4 address counts by itself, however it is written', () => {
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7');
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

test('all addresses of an IPv6 network count as one', () => {
  const line = ['2001:db8:1:2::1', '2001:0db8:0001:0002:aaaa:bbbb:cccc:dddd', '2001:DB8:1:2:0:0:0:9'];
  expect(new Set(line.map(addressKey))).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(addressKey('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('2001:db8::')).toBe('2001:db8:0:0::/64');
});

test('all lines of one IPv6 customer have one site, and IPv4 has none', () => {
  expect(['2001:db8:1:2::1', '2001:db8:1:ffff::1'].map(siteKey)).toEqual(['2001:db8:1::/48', '2001:db8:1::/48']);
  expect(siteKey('2001:db8:2:2::1')).toBe('2001:db8:2::/48');
  expect([siteKey('203.0.113.7'), siteKey('::ffff:203.0.113.7')]).toEqual([undefined, undefined]);
});

test('of an address only its network is kept', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:1:2::1'].map(networkOf)).toEqual([
    '203.0.113.0/24',
    '203.0.113.0/24',
    '2001:db8:1::/48',
  ]);
});
