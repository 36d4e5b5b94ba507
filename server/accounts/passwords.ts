import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { type Context, perServer, requireUser } from '#server/platform/context.ts';
import { customerKey } from '#server/platform/limits/limit-keys.ts';
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

/** A well-formed hash that no password matches: 16 bytes of salt and 32 bytes of result, all zero. */
const UNMATCHABLE_HASH = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Two at once leave CPU time for the event loop, and one where other processes hash beside this one; a flood is refused instead of filling
 * the memory. Known devices and sessions go first.
 */
const queue = createQueue({ atOnce: cluster.isWorker ? 1 : 2, waiting: 100, retryAfterSeconds: 5 });

type Turn = { preferredFor?: string };

/** The turn of users who proved to know the account's password, on this device or in this session, or to read its mail. */
export const preferredTurn = ({ from }: Pick<Context, 'from'>): Turn => ({ preferredFor: customerKey(from?.address ?? '') });

/** Hashes off the event loop. @throws too_many_requests */
export const hashPassword = (password: string, turn: Turn = {}): Promise<string> => queue.run(() => hash(password, COST), turn);

/**
 * Returns true if the password has this hash. Without a hash (an unknown account, or one without a password) it returns false at the same
 * cost. @throws too_many_requests
 */
export async function isPasswordOf(passwordHash: string | undefined, password: string, turn: Turn = {}): Promise<boolean> {
  return queue.run(() => verify(passwordHash || UNMATCHABLE_HASH, password), turn);
}

/** Returns true if the hash was made with other costs than today's. */
export const needsRehash = (passwordHash: string): boolean => !passwordHash.startsWith(PREFIX);

/** Stores a new password: earlier reset links and unfinished logins end, and the guest is notified by mail. */
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
/** The list begins with the commonest and is in lower case. */
const common = new Set(dictionary['passwords-common'].slice(0, REFUSED_COUNT));

/** Characters around a common word do not make it strong until they are more than twice as long as the word. */
const LEAST_SHARE = 1 / 3;

const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
/** The symbols above the digits of a keyboard, from 1 on. */
const SHIFTED_DIGITS = '!@#$%^&*(';

const withLetters = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
const withDigits = (text: string): string => text.replaceAll(/[!@#$%^&*(]/g, (sign) => String(SHIFTED_DIGITS.indexOf(sign) + 1));
const withoutSymbols = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
const withoutEnd = (text: string): string => text.replace(/[^\p{L}\p{M}]+$/u, '');
const withoutStart = (text: string): string => text.replace(/^[^\p{L}\p{M}]+/u, '');

/**
 * Returns the common variants of a password undone: ends cut off, symbols removed, symbols replaced by the letters or digits they stand
 * for.
 */
function readings(password: string): string[] {
  const folded = password.normalize('NFKC').toLowerCase();
  const cut = [folded, withoutEnd(folded), withoutStart(withoutEnd(folded))];
  return cut.flatMap((text) => [withoutSymbols(text), withLetters(text), withDigits(text)]);
}

const CLUB_NAMES = ['rkali', 'რქალი', 'tbilisi', 'თბილისი', 'georgia', 'საქართველო'];

/** Returns true if this is one of the 3,000 commonest passwords, a name of the club, one of `names`, or a variant of one: `P@ssw0rd1!`. */
export function isCommonPassword(password: string, names: readonly string[] = []): boolean {
  const least = [...password].length * LEAST_SHARE;
  const near = new Set([...CLUB_NAMES, ...names].map((name) => withoutSymbols(name.normalize('NFKC').toLowerCase())));
  return readings(password).some((text) => text.length >= least && (common.has(text) || near.has(text)));
}

type Field = 'password' | 'newPassword';
type Owner = { email: string; firstName: string; lastName: string };

/**
 * Refuses passwords made of the club's name or the guest's own data, which an attacker tries first. `owner` is unknown before a mailed link
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

/** Guesses from one place are checked one at a time, so that none slips past the count of the ones before it. */
const inTurnOf = perServer(() => createQueues({ atOnce: 1, waiting: 50, retryAfterSeconds: 5 }));

type Guess = { email: string; password: string; guesser: Guesser };

/**
 * Returns the account and whether the password is right; an unknown account costs the same time as a wrong password. Failures count for the
 * place of the guess. @throws too_many_requests
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
 * Returns the account if the password is the caller's; a wrong guess counts for the session. A right one clears that count, so the checks
 * of an account or, to confirm, of a session are limited as well: each costs hashes, and a change of the password a mail. @throws too_many_requests
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
