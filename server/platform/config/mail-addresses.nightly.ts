import { expect, test } from 'vitest';
import { isAccountEmail } from '#shared/accounts/account-rules.ts';
import { emailKey } from './mail-addresses.ts';

test('of all letters that an address may have, no two make the same domain but capital and small', () => {
  const letterByDomain = new Map<string, string>();
  const twins: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (!isAccountEmail(`nino@a${letter}b.org`)) continue;
    const domain = emailKey(`nino@a${letter}b.org`);
    const small = letter.toLowerCase();
    if (domain === 'nino@ab.org' || (letterByDomain.get(domain) ?? small) !== small) twins.push(`U+${code.toString(16)}`);
    letterByDomain.set(domain, small);
  }
  expect(twins).toEqual([]);
});
