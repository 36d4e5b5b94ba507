import { randomUUID } from 'node:crypto';
import { hash as hashWith } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { findUserById, insertUser, type NewUser } from '#server/accounts/accounts.queries.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { sealNumber, sealPersonal } from '#server/accounts/personal-data.ts';
import { sessions, users } from '#server/accounts/accounts.table.ts';
import { startSession } from '#server/accounts/sessions.service.ts';
import { signAccessToken } from '#server/accounts/tokens.ts';
import { deleteRoles, insertRole } from '#server/accounts/roles.queries.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import type { Context } from '#server/platform/context.ts';
import { REFRESH_ABSOLUTE_MS } from '#shared/constants.ts';
import type { StaffRole } from '#shared/staff/rights.ts';

export type TestUser = { id: number; email: string; password: string; accessToken: string };

type Overrides = Partial<Omit<NewUser, 'role' | 'passwordHash' | 'sealedPersonalNumber' | 'personalNumberDigest' | 'sealedBirthdate'>> & {
  password?: string;
  personalNumber?: string;
  birthdate?: string;
  roles?: readonly StaffRole[];
};

const PASSWORD = 'Night-Guest-1';

/** Hashing is slow on purpose, so each password is hashed once per test process. */
const hashes = new Map<string, Promise<string>>();
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** Verified in no time: only sign-ins hash again what was hashed so cheaply. */
const cheapHash = (): Promise<string> => (cheap ??= hashWith(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 }));
let cheap: Promise<string> | undefined;

/** Eleven digits, as in Georgia, different for every test user. */
const FIRST_NUMBER = 10_001_000_000;
let made = 0;

/** The columns of another test user. */
function nextUser(ctx: Context, { personalNumber, birthdate = '1998-04-12', ...columns }: Omit<Overrides, 'password' | 'roles'>) {
  made += 1;
  return {
    email: `guest-${made}@example.com`,
    firstName: 'Nino',
    lastName: 'Beridze',
    phoneNumber: '+995 555 12 34 56',
    country: 'Georgia',
    socialMediaProfileLink: 'https://instagram.com/nino',
    status: 'Verified' as const,
    createdAt: ctx.clock.now(),
    ...columns,
    ...sealNumber(ctx.keys, personalNumber ?? String(FIRST_NUMBER + made)),
    sealedBirthdate: sealPersonal(ctx.keys.personalData, 'birthdate', birthdate),
  };
}

/** Creates a guest with a real session, signed in for 15 minutes of the test's clock. */
export async function createUser(ctx: Context, { password = PASSWORD, roles = [], ...columns }: Overrides = {}): Promise<TestUser> {
  const user = await insertUser(ctx.db, { ...nextUser(ctx, columns), passwordHash: await hashOnce(password) });
  if (!user) throw new Error(`There is a test user with the e-mail ${columns.email} already.`);
  await setRoles(ctx, user.id, roles);
  return { id: user.id, email: user.email, password, accessToken: await signInAgain(ctx, user.id) };
}

/** Creates many such guests, in order, with two statements: with sessions that cannot be refreshed. */
export async function createUsersAtOnce(ctx: Context, all: readonly Omit<Overrides, 'password' | 'roles'>[]): Promise<TestUser[]> {
  const now = ctx.clock.now();
  const passwordHash = await cheapHash();
  const rows = all.map((columns) => nextUser(ctx, columns));
  const stored = await ctx.db
    .insert(users)
    .values(rows.map((row) => ({ ...row, passwordHash, emailKey: emailKey(row.email) })))
    .returning({ id: users.id, email: users.email });
  const times = { createdAt: now, lastUsedAt: now, confirmedAt: now, expiresAt: new Date(now.getTime() + REFRESH_ABSOLUTE_MS) };
  const opened = stored.map(({ id: userId }) => ({ id: randomUUID(), userId, ...times }));
  await ctx.db.insert(sessions).values(opened);
  return Promise.all(
    stored.map(async (user, index) => {
      const accessToken = await signAccessToken(ctx, { userId: user.id, sessionId: opened[index]?.id ?? '' });
      return { ...user, password: PASSWORD, accessToken };
    }),
  );
}

export const createAdmin = (ctx: Context, overrides: Overrides = {}): Promise<TestUser> =>
  createUser(ctx, { roles: ['Owner'], ...overrides });

export async function setRoles({ db, clock }: Context, userId: number, roles: readonly StaffRole[]): Promise<void> {
  await deleteRoles(db, userId);
  for (const role of roles) await insertRole(db, { userId, role, grantedAt: clock.now(), graceFrom: clock.now() });
}

/** Signs a user in again after the clock was advanced. Returns the access token. */
export async function signInAgain(ctx: Context, userId: number): Promise<string> {
  const { accessToken } = await startSession(ctx, userId);
  return accessToken;
}

/** Returns another access token for a user's only session, as a refresh does. */
export async function renewAccess({ ctx }: { ctx: Context }, userId: number): Promise<string> {
  const [session, ...others] = await ctx.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  if (!session || others.length > 0) throw new Error(`User ${userId} has not exactly one session.`);
  return signAccessToken(ctx, { userId, sessionId: session.id });
}

/** Returns the stored row, for columns that no call returns. */
export async function storedUser(ctx: Context, id: number) {
  const user = await findUserById(ctx.db, id);
  if (!user) throw new Error(`There is no user ${id}.`);
  return user;
}
