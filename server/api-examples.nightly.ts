import { test } from 'vitest';
import { callsWithExamples, expectExampleWorks } from '#tests/contract/examples.ts';

test.each(callsWithExamples)('the documented example of %s works', expectExampleWorks);
