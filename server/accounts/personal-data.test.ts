import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openPersonal, sealPersonal } from './personal-data.ts';

const key = randomBytes(32);

test('what is sealed opens again, whatever the alphabet', () => {
  for (const text of ['01001000001', '1998-04-12', 'ნინო 🌒', '']) {
    expect(openPersonal({ personalData: key, earlier: [] }, 'personalNumber', sealPersonal(key, 'personalNumber', text))).toBe(text);
  }
});

test('the same text is sealed differently every time', () => {
  expect(sealPersonal(key, 'birthdate', '1998-04-12')).not.toBe(sealPersonal(key, 'birthdate', '1998-04-12'));
});

test('another key, another field or a changed character opens nothing', () => {
  const sealed = sealPersonal(key, 'personalNumber', '01001000001');
  expect(() => openPersonal({ personalData: randomBytes(32), earlier: [] }, 'personalNumber', sealed)).toThrow();
  expect(() => openPersonal({ personalData: key, earlier: [] }, 'birthdate', sealed)).toThrow();
  const at = sealed.length - 10;
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
  expect(() => openPersonal({ personalData: key, earlier: [] }, 'personalNumber', changed)).toThrow();
  expect(() => openPersonal({ personalData: key, earlier: [] }, 'personalNumber', sealed.slice(0, 20))).toThrow();
  expect(() => openPersonal({ personalData: key, earlier: [] }, 'personalNumber', sealed.replace('v1', 'v2'))).toThrow('unknown version');
});
