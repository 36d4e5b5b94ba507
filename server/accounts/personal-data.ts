import { createHmac } from 'node:crypto';
import type { Keys } from '#server/platform/context.ts';
import { openText, resealText, sealText } from '#server/platform/sealing.ts';

/** The columns that must not be readable in a dump of the database. A value sealed for one does not open as another. */
type PersonalField = 'personalNumber' | 'birthdate';

export const sealPersonal = (key: Uint8Array, field: PersonalField, text: string): string => sealText(key, field, text);

type Openers = Pick<Keys, 'personalData' | 'earlier'>;

/** Decrypts what `sealPersonal` wrote. @throws when no key fits, or the field or a single bit differs */
export const openPersonal = (keys: Openers, field: PersonalField, sealed: string): string => openText(personalKeys(keys), field, sealed);

/** Encrypts a value of `sealPersonal` again with the present key; undefined when it already is. @throws when no key fits */
export const resealPersonal = (keys: Openers, field: PersonalField, sealed: string): string | undefined =>
  resealText(personalKeys(keys), field, sealed);

const personalKeys = ({ personalData, earlier }: Openers): [Uint8Array, ...Uint8Array[]] => [
  personalData,
  ...earlier.map((keys) => keys.personalData),
];

/** HMAC-SHA256 of a personal number: equal for equal numbers; without the key, numbers cannot be tried out. */
export const digestNumber = ({ personalNumberIndex }: Keys, personalNumber: string): string =>
  createHmac('sha256', personalNumberIndex).update(personalNumber).digest('base64url');

const DIGITS_SHOWN = 4;

/** The part of a personal number that lists, staff and logs may show. */
export const numberEnd = (keys: Openers, sealedPersonalNumber: string): string =>
  openPersonal(keys, 'personalNumber', sealedPersonalNumber).slice(-DIGITS_SHOWN);

/**
 * The two columns of a personal number: sealed for reading, digested for searching (docs/decisions/0025). An empty number has no digest.
 */
export const sealNumber = (keys: Keys, personalNumber: string) => ({
  sealedPersonalNumber: sealPersonal(keys.personalData, 'personalNumber', personalNumber),
  personalNumberDigest: personalNumber === '' ? null : digestNumber(keys, personalNumber),
});
