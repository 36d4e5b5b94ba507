import { test } from 'vitest';
import { expectSameTables, roundTripTimeoutMs } from '#tests/models/round-trip.ts';

test('every table is the same after a round trip, whatever happened before', { timeout: roundTripTimeoutMs }, () => expectSameTables(1));
