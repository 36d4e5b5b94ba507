import { test } from 'vitest';
import { everyRole, expectRights, sections } from '#tests/contract/staff-rights.ts';

test.each(sections)('%s: each call is refused without its right, which the answer names, and never with it', (_section, calls) =>
  expectRights(calls, everyRole),
);
