import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { type Context, perServer, requireUser } from '#server/platform/context.ts';
import { customerKey } from '#server/platform/limits/quota.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { createQueue, createQueues } from '#server/platform/queue.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { NewDevice } from './accounts.mail.ts';
import { deleteResets, findUserByEmail, updateUser, type User } from './accounts.queries.ts';
import { checkLogin, countLoginFailure, forgetLoginFailures, type Guesser, limitOwnPasswords, placeOf } from './limits.ts';
import { deleteChallenges } from './second-factor/second-factor.queries.ts';
import { recordLimit, recordSecurityEvent } from './security-events.service.ts';

/** OWASP's second recommended set for argon2id, the library's default algorithm: 19 MiB, two passes, parallelism 1. About 40 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** A well-formed hash that matches no password: 16 bytes of salt and 32 bytes of result, all zero. */
const UNMATCHABLE_HASH = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Two at a time leave CPU for the event loop; a cluster worker runs one, because its siblings hash, too. A flood is refused before it fills
 * the memory. Known devices and sessions go first.
 */
const queue = createQueue({ atOnce: cluster.isWorker ? 1 : 2, waiting: 100, retryAfterSeconds: 5 });

type Turn = { preferredFor?: string };

/** The queue turn of a user who proved to know the password, on this device or in this session, or to read the account's mail. */
export const preferredTurn = ({ from }: Pick<Context, 'from'>): Turn => ({ preferredFor: customerKey(from?.address ?? '') });

/** Hashes off the event loop. @throws too_many_requests */
export const hashPassword = (password: string, turn: Turn = {}): Promise<string> => queue.run(() => hash(password, COST), turn);

/** Returns true if the password has this hash. Without a hash (no account, or no password) it takes as long. @throws too_many_requests */
export async function isPasswordOf(passwordHash: string | undefined, password: string, turn: Turn = {}): Promise<boolean> {
  return queue.run(() => verify(passwordHash || UNMATCHABLE_HASH, password), turn);
}

/** Returns true if the hash was made with other cost parameters than the present ones. */
export const needsRehash = (passwordHash: string): boolean => !passwordHash.startsWith(PREFIX);

/** Stores a new password, ends earlier reset links and unfinished logins, and mails the guest. */
export async function storePassword(
  tx: Context,
  user: Pick<User, 'id' | 'email' | 'language'>,
  passwordHash: string,
  { areFactorsRemoved = false, newDevice }: { areFactorsRemoved?: boolean; newDevice?: NewDevice | undefined } = {},
): Promise<void> {
  await updateUser(tx.db, user.id, { passwordHash });
  await deleteResets(tx.db, user.id);
  await deleteChallenges(tx.db, user.id);
  await queueMail(tx, {
    key: `password-changed:${randomUUID()}`,
    kind: 'password-changed',
    recipient: user.email,
    language: user.language,
    payload: { changedAt: toWireTime(tx.clock.now()), ...(areFactorsRemoved && { areFactorsRemoved }), ...(newDevice && { newDevice }) },
  });
}

const REFUSED_COUNT = 3000;
/** The list is in lower case, the most common passwords first. */
const common = new Set(dictionary['passwords-common'].slice(0, REFUSED_COUNT));

/** Other characters around a common word make it strong only if the password is more than three times as long as the word. */
const LEAST_SHARE = 1 / 3;

const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
/** The symbols on the digit keys of a keyboard, from 1 on. */
const SHIFTED_DIGITS = '!@#$%^&*(';

const withLetters = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
const withDigits = (text: string): string => text.replaceAll(/[!@#$%^&*(]/g, (sign) => String(SHIFTED_DIGITS.indexOf(sign) + 1));
const withoutSymbols = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
const withoutEnd = (text: string): string => text.replace(/[^\p{L}\p{M}]+$/u, '');
const withoutStart = (text: string): string => text.replace(/^[^\p{L}\p{M}]+/u, '');

/** Returns a password without its common variations: ends cut off, symbols removed or replaced by the letters or digits they stand for. */
function readings(password: string): string[] {
  const folded = password.normalize('NFKC').toLowerCase();
  const cut = [folded, withoutEnd(folded), withoutStart(withoutEnd(folded))];
  return cut.flatMap((text) => [withoutSymbols(text), withLetters(text), withDigits(text)]);
}

const CLUB_NAMES = ['rkali', 'რქალი', 'tbilisi', 'თბილისი', 'georgia', 'საქართველო'];

/**
 * Returns true if this is one of the 3,000 most common passwords, a name of the club, one of `names`, or a variation of one: `P@ssw0rd1!`.
 */
export function isCommonPassword(password: string, names: readonly string[] = []): boolean {
  const least = [...password].length * LEAST_SHARE;
  const near = new Set([...CLUB_NAMES, ...names].map((name) => withoutSymbols(name.normalize('NFKC').toLowerCase())));
  return readings(password).some((text) => text.length >= least && (common.has(text) || near.has(text)));
}

type Field = 'password' | 'newPassword';
type Owner = { email: string; firstName: string; lastName: string };

/**
 * Refuses passwords made of the club's name or the guest's own data, which an attacker tries first. `owner` is unknown until a mailed link
 * is used. @throws invalid_input on the field that holds the password
 */
export function refuseCommonPassword({ venue }: Pick<Context, 'venue'>, field: Field, password: string, owner?: Owner): void {
  const own = owner
    ? [owner.email, owner.email.split('@')[0] ?? '', owner.firstName, owner.lastName, owner.firstName + owner.lastName]
    : [];
  const { name, nameKa } = venue();
  const names = [name, nameKa, ...own];
  if (isCommonPassword(password, names)) throw new AppError('invalid_input', { errors: { [field]: 'validation.password_common' } });
}

const isKnown = (guesser: Guesser): boolean => 'session' in guesser || guesser.device !== undefined;

/** Guesses from one place are checked one at a time, so that none passes before the earlier ones are counted. */
const inTurnOf = perServer(() => createQueues({ atOnce: 1, waiting: 50, retryAfterSeconds: 5 }));

type Guess = { email: string; password: string; guesser: Guesser };

/**
 * Returns the account and whether the password is right; an unknown account takes as long as a wrong password. Failures count for the place
 * of the guess. @throws too_many_requests
 */
export function tryCredentials(ctx: Context, { email, password, guesser }: Guess): Promise<{ isRight: boolean; user: User | undefined }> {
  return inTurnOf(ctx)(placeOf(email, guesser), async () => {
    await checkLogin(ctx, email, guesser);
    const user = await findUserByEmail(ctx.db, email);
    const isRight = await isPasswordOf(user?.passwordHash, password, isKnown(guesser) ? preferredTurn(ctx) : {});
    await (isRight ? forgetLoginFailures(ctx, email, guesser) : countLoginFailure(ctx, email, guesser));
    return { isRight, user };
  });
}

/**
 * Returns the account if the password is the caller's. Wrong guesses count for the session. Right ones clear that count, so all checks are
 * limited too, by account or, to confirm, by session: each costs hashes, and a change a mail. @throws too_many_requests
 */
export async function checkOwnPassword(
  ctx: Context,
  { email, password, session }: { email: string; password: string; session: string },
  limitChecks: (ctx: Context, email: string, session: string) => Promise<void> = limitOwnPasswords,
) {
  const { userId } = requireUser(ctx);
  try {
    await limitChecks(ctx, email, session);
    const { isRight, user } = await tryCredentials(ctx, { email, password, guesser: { session } });
    if (isRight) return user;
  } catch (error) {
    await recordLimit(ctx, 'password_limited', async () => userId, error);
    throw error;
  }
  await recordSecurityEvent(ctx, 'password_refused', userId);
  return undefined;
}
