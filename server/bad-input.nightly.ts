import { test } from 'vitest';
import { sendHostileBodies, sendHostileIds, sendHostileValues } from '#tests/contract/hostile-calls.ts';
import { everyPair } from '#tests/contract/pairs.ts';

test('hostile ids and numbers in addresses are refused, never an accident', () => sendHostileIds(everyPair));

test('hostile bodies of every call are refused, never an accident', () => sendHostileBodies(everyPair));

test('hostile values in every field are refused, never an accident', () => sendHostileValues(everyPair));
