import { createHmac } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { isPasswordOf } from '#server/accounts/passwords.ts';
import { sealNumber, sealPersonal } from '#server/accounts/personal-data.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import { socialMediaOf } from '#shared/accounts/social-media.ts';
import type { Status } from '#shared/constants.ts';
import { addDays } from '#shared/dates.ts';

/** The two accounts of the demo, printed at the start. Their data is invented, and these passwords are in the documentation. */
export const demoAccounts = {
  admin: {
    email: 'admin@rkali.example',
    password: 'Night-Shift-1',
    firstName: 'Tamar',
    lastName: 'Kapanadze',
    phoneNumber: '+995 555 01 07 23',
    personalNumber: '01010101010',
    birthdate: '1991-03-14',
    socialMediaProfileLink: 'https://instagram.com/rkali.example.tamar',
    isOwner: true,
    language: 'en',
  },
  guest: {
    email: 'guest@rkali.example',
    password: 'Night-Guest-1',
    firstName: 'Nino',
    lastName: 'Beridze',
    phoneNumber: '+995 555 23 00 07',
    personalNumber: '01020304050',
    birthdate: '1998-04-12',
    socialMediaProfileLink: 'https://instagram.com/rkali.example.nino',
    isOwner: false,
    language: 'en',
  },
} as const;
export type DemoAccount = (typeof demoAccounts)[keyof typeof demoAccounts];

/** Registration refuses these addresses, so an account with one of them and its published password belongs to the demo. */
export const demoEmailKeys: ReadonlySet<string> = new Set(Object.values(demoAccounts).map(({ email }) => emailKey(email)));

const PASSWORD_LENGTH = 20;

/** The password of an account in a public demo, derived for this installation and the same at every start. */
export const ownPasswordOf = ({ keys }: Pick<Context, 'keys'>, { email }: DemoAccount): string =>
  createHmac('sha256', keys.demoPasswords).update(email).digest('base64url').slice(0, PASSWORD_LENGTH);

export const demoPasswordOf = (ctx: Pick<Context, 'keys' | 'env'>, account: DemoAccount): string =>
  ctx.env.demo === 'public' ? ownPasswordOf(ctx, account) : account.password;

/** Returns the demo account as stored in this database, or undefined. */
export async function findDemoUser(db: Db, { email }: DemoAccount): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return user;
}

/** Returns the ids of the demo's accounts in this database, whatever their passwords. */
export async function findDemoUsers(db: Db): Promise<number[]> {
  const found = await Promise.all(Object.values(demoAccounts).map((account) => findDemoUser(db, account)));
  return found.flatMap((user) => (user ? [user.id] : []));
}

/** Returns the ids of the demo's accounts that still have their published password. */
export async function findPublishedAccounts(db: Db): Promise<number[]> {
  const found = await Promise.all(
    Object.values(demoAccounts).map(async (account) => {
      const user = await findDemoUser(db, account);
      return user && (await isPasswordOf(user.passwordHash, account.password)) ? [user.id] : [];
    }),
  );
  return found.flat();
}

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
/** How many of fifty guests have each status; all others are verified. */
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

/** Invented people without a password, to fill the demo's lists, verification and door. */
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
