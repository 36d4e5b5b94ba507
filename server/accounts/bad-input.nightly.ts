import { test } from 'vitest';
import { calls, sendHostileFields } from '#tests/contract/hostile-forms.ts';
import { everyPair } from '#tests/contract/pairs.ts';

test.each(Object.entries(calls))('%s: no field takes anything by accident, and every refusal says why', (_name, call) =>
  sendHostileFields(call, everyPair),
);
