import type { Status } from '#shared/constants.ts';
import { addDays } from '#shared/dates.ts';
import { socialMediaOf } from '#shared/accounts/social-media.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { emailKey } from '#server/platform/limits/limit-keys.ts';
import { sealNumber, sealPersonal } from '#server/accounts/personal-data.ts';
import type { Context } from '#server/platform/context.ts';

export type DemoGuest = { id: number; status: Status };

const FIRST_NAMES = ['Salome', 'Giorgi', 'Ana', 'Luka', 'Tekla', 'Dato', 'Mariam', 'Sandro', 'Elene', 'Irakli', 'Nutsa'] as const;
const LAST_NAMES = ['Abuladze', 'Chikovani', 'Drift', 'Eristavi', 'Gelovani', 'Gogua', 'Japaridze', 'Kiknadze', 'Lomidze'].concat([
  'Maisuradze',
  'Meskhi',
  'Nadiradze',
  'Okropiridze',
  'Pkhakadze',
  'Rcheuli',
  'Surguladze',
  'Tsereteli',
  'Zurabiani',
]);
/** How many of fifty have each status; all others are verified. */
const STATUSES: Partial<Record<number, Status>> = {
  3: 'Pending',
  17: 'Pending',
  24: 'Check_Later',
  31: 'Pending',
  38: 'Welcomed_Guest',
  45: 'Rejected',
};
const EVERY = 50;
const ADULT_BIRTH_YEAR = 1988;
const BIRTH_YEARS = 19;

/** Invented people without a password, to fill the demo's lists, desk and door. */
export async function insertDemoGuests(tx: Context): Promise<DemoGuest[]> {
  const people = LAST_NAMES.flatMap((lastName) => FIRST_NAMES.map((firstName) => ({ firstName, lastName })));
  const rows = people.map(({ firstName, lastName }, place) => {
    const socialMediaProfileLink = `https://instagram.com/rkali.example.${firstName}.${lastName}`.toLowerCase();
    const { platform, username } = socialMediaOf(socialMediaProfileLink);
    const two = (number: number) => String(number).padStart(2, '0');
    const birthdate = `${ADULT_BIRTH_YEAR + ((place * 7) % BIRTH_YEARS)}-${two((place % 12) + 1)}-${two((place % 28) + 1)}`;
    const email = `${firstName}.${lastName}@rkali.example`.toLowerCase();
    return {
      email,
      emailKey: emailKey(email),
      passwordHash: '',
      firstName,
      lastName,
      phoneNumber: `+995 555 ${two(place % 100)} ${two((place * 37) % 100)} ${two((place * 61) % 100)}`,
      country: 'Georgia',
      ...sealNumber(tx.keys, `0101${String(1_000_000 + place * 7919).slice(-7)}`),
      sealedBirthdate: sealPersonal(tx.keys.personalData, 'birthdate', birthdate),
      socialMediaProfileLink,
      socialMediaPlatform: platform,
      socialMediaUsername: username,
      status: STATUSES[place % EVERY] ?? ('Verified' as const),
      language: place % 3 === 0 ? ('en' as const) : ('ka' as const),
      createdAt: addDays(tx.clock.now(), (place - people.length) / 4),
    };
  });
  return tx.db.insert(users).values(rows).returning({ id: users.id, status: users.status });
}
