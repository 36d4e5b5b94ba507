import type { Context } from '#server/platform/context.ts';
import type { Language } from '#shared/constants.ts';
import { insertUser, type User } from './accounts.queries.ts';
import { sealPersonal } from './personal-data.ts';

type Known = {
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber?: string;
  /** `YYYY-MM-DD` */
  birthdate?: string;
  language?: Language;
};

/** Adds an account that nobody can sign in to without a reset link, with what is known of its owner; undefined when the address has one. */
export function insertPasswordless(tx: Context, { birthdate = '', phoneNumber = '', ...known }: Known): Promise<User | undefined> {
  const sealed = (field: 'personalNumber' | 'birthdate', text: string) => sealPersonal(tx.keys.personalData, field, text);
  return insertUser(tx.db, {
    ...known,
    phoneNumber,
    country: '',
    passwordHash: '',
    sealedPersonalNumber: sealed('personalNumber', ''),
    sealedBirthdate: sealed('birthdate', birthdate),
    createdAt: tx.clock.now(),
  });
}
