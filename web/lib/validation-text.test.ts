import { expect, test } from 'vitest';
import { LANGUAGES, PLACES_PER_PERSON_MAX } from '#shared/constants.ts';
import { siteWords } from '#tests/setup/show.tsx';
import { validationText } from './validation-text.ts';

test.each(LANGUAGES)('what is wrong with places per person names the ceiling, in %s', (language) => {
  const text = validationText('validation.places_per_person', siteWords(language).getFixedT(language));
  expect(text).toContain(String(PLACES_PER_PERSON_MAX));
  expect(text).not.toContain('{{');
});
