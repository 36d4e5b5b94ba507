import { test } from 'vitest';
import { commands, sendHostileFields } from '#tests/contract/hostile-staff-commands.ts';
import { everyTenthPair } from '#tests/contract/pairs.ts';

test.each(commands)('%s: no field takes anything by accident, a refusal names it, and nothing of it is saved', (name, endpoint) =>
  sendHostileFields(name, endpoint, everyTenthPair),
);
