import { expect, test } from 'vitest';
import { isAccountEmail } from '#shared/accounts/email-format.ts';
import { addressKey, emailKey, networkOf, siteKey } from './limit-keys.ts';

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

test('letter case, spaces around it and compatible forms do not make another address', () => {
  for (const email of ['nino.k@example.com', ' NINO.K@Example.COM ', 'nino.\u212A@example.com', 'ｎｉｎｏ.ｋ@example.com'])
    expect(emailKey(email)).toBe('nino.k@example.com');
  expect(emailKey('\u017Fandro@example.com')).toBe('sandro@example.com');
});

test('a dotted capital İ is another letter than i, in the name and in the domain', () => {
  expect(emailKey('v\u0130ctim@example.com')).not.toBe('victim@example.com');
  expect(emailKey('guest@rkal\u0130.example')).not.toBe('guest@rkali.example');
});

test('a domain is one, in its own letters or as DNS spells it', () => {
  expect(emailKey('ნინო@მაგალითი.გე')).toBe(emailKey('ნინო@xn--lodafveble.xn--node'));
});

test('folding twice changes nothing more', () => {
  for (const email of ['v\u0130ctim@rkal\u0130.example', 'STRASSE@STRAßE.example', 'ΣΟΦΟΣ@example.gr', '@', '', 'a@b@c', 'deleted:7'])
    expect(emailKey(emailKey(email))).toBe(emailKey(email));
});

test('what folds into another spelling is no address that may be registered', () => {
  const foreign = [
    'nino.\u212A@example.com',
    '\u017Fandro@example.com',
    'ｎｉｎｏ@example.com',
    'v\u0130ctim@example.com',
    'guest@rkal\u0130.example',
  ];
  expect(foreign.filter(isAccountEmail)).toEqual([]);
  expect(isAccountEmail('ნინო@მაგალითი.გე')).toBe(true);
});

test('what no reader sees is in no address, not even where it would not fold', () => {
  const unseen = ['\uFE0F', '\u200B', '\u200D', '\u00AD', '\u034F', '\u{E0101}'];
  expect(unseen.flatMap((sign) => [`vic${sign}tim@example.org`, `victim@exam${sign}ple.org`]).filter(isAccountEmail)).toEqual([]);
});
