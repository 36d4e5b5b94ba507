import { PLACES_PER_PERSON_MAX } from '#shared/constants.ts';
import type { Translate } from './i18n.ts';

/** The sentence for a field's key, `validation.email_required`. A key without one reads as "Please check this field". */
export const validationText = (key: string, t: Translate): string =>
  t(formsKey(key), { defaultValue: t('forms:validation.invalid'), placesMax: PLACES_PER_PERSON_MAX });

/** Keys come from schemas and from the wire, where they are plain text; one that is not among the words gets the default. */
const formsKey = (key: string) => `forms:${key}` as 'forms:validation.invalid';
