import { createHmac } from 'node:crypto';
import type { Keys } from '#server/platform/context.ts';
import { openText, resealText, sealText } from '#server/platform/sealing.ts';

/** The columns that must not be readable in a dump of the database. A value sealed for one of them does not open as another. */
type PersonalField = 'personalNumber' | 'birthdate';

export const sealPersonal = (key: Uint8Array, field: PersonalField, text: string): string => sealText(key, field, text);

type Openers = Pick<Keys, 'personalData' | 'earlier'>;

/** Opens what `sealPersonal` wrote. @throws when no key fits, or the field or a single bit differs */
export const openPersonal = (keys: Openers, field: PersonalField, sealed: string): string => openText(personalKeys(keys), field, sealed);

/** What `sealPersonal` wrote, under the present key; undefined when it is already. @throws when no key fits */
export const resealPersonal = (keys: Openers, field: PersonalField, sealed: string): string | undefined =>
  resealText(personalKeys(keys), field, sealed);

const personalKeys = ({ personalData, earlier }: Openers): [Uint8Array, ...Uint8Array[]] => [
  personalData,
  ...earlier.map((keys) => keys.personalData),
];

/** HMAC-SHA256 of a personal number: the same number gives the same text, and without the key numbers cannot be tried out. */
export const digestNumber = ({ personalNumberIndex }: Keys, personalNumber: string): string =>
  createHmac('sha256', personalNumberIndex).update(personalNumber).digest('base64url');

const DIGITS_SHOWN = 4;

/** As much of a personal number as lists, staff and logs may show. */
export const numberEnd = (keys: Openers, sealedPersonalNumber: string): string =>
  openPersonal(keys, 'personalNumber', sealedPersonalNumber).slice(-DIGITS_SHOWN);

/** The two columns of a personal number: sealed for reading, digested for searching (docs/decisions/0025). No number has no digest. */
export const sealNumber = (keys: Keys, personalNumber: string) => ({
  sealedPersonalNumber: sealPersonal(keys.personalData, 'personalNumber', personalNumber),
  personalNumberDigest: personalNumber === '' ? null : digestNumber(keys, personalNumber),
});
