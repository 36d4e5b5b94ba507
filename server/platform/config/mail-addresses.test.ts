import { expect, test } from 'vitest';
import { isAccountEmail } from '#shared/accounts/account-rules.ts';
import { emailKey } from './mail-addresses.ts';

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
