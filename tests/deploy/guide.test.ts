import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readEnv } from '#server/platform/config/env.ts';

test('the settings of the guide are accepted', () => {
  const guide = readFileSync(new URL('../../docs/going-live.md', import.meta.url), 'utf8');
  const settings = parseEnv(/```\n(NODE_ENV=[^`]+)```/.exec(guide)?.[1] ?? '');
  const filled = { ...settings, VENUE_NAME: 'Rkali', CONTACT_EMAIL: 'hello@rkali.example', CONTACT_PHONE: '+995 555 12 34 56' };
  expect(readEnv(filled)).toMatchObject({ isProduction: true, publicUrl: 'http://localhost:3000', dataDir: '/srv/rkali/data' });
});
