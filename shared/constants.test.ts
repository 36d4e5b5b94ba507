import { expect, test } from 'vitest';
import * as numbers from './constants.ts';

// Only values that no behaviour test covers: waits too long for a test, and retries that rarely happen.
test('the waits and tries are those of the specification [§2.toasts §4.registered §9.refresh §9.debounce §9.redirects §9.toasts §9.translations §9.capacity]', () => {
  expect(numbers).toMatchObject({
    TOKEN_REFRESH_LEAD_MS: 60_000,
    REGISTER_REDIRECT_MS: 1_000,
    RESET_REDIRECT_MS: 3_000,
    TOAST_MS: 5_000,
    QUANTITY_DEBOUNCE_MS: 500,
    TRANSLATION_RETRIES: 5,
    TRANSLATION_RETRY_MS: 350,
    TRANSLATION_PARALLEL_READS: 10,
    CHUNK_TIMEOUT_MS: 120_000,
    VENUE_CAPACITY_TEXT: 400,
  });
});
