import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#shared/errors.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/client.ts';
import { addressKey } from './address-key.ts';

/** Limits that hold over all processes: counted in the database, and remembered in memory once a flood has passed them. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Mobile carriers put a whole club behind one address, so addresses are given much more room than accounts. */
const rules = {
  loginAddress: { points: 60, duration: 15 * MINUTE },
  loginAccount: { points: 5, duration: 15 * MINUTE },
  loginRounds: { points: 1, duration: DAY },
  register: { points: 30, duration: HOUR },
  resetEmail: { points: 3, duration: HOUR },
  resetAddress: { points: 20, duration: HOUR },
  newPassword: { points: 20, duration: HOUR },
  enquiry: { points: 10, duration: HOUR },
  ticketMail: { points: 3, duration: HOUR },
  ticketPdf: { points: 60, duration: HOUR },
  allTicketsPdf: { points: 6, duration: HOUR },
} as const;
type Rule = keyof typeof rules;
type Limiters = Record<Rule, RateLimiterPostgres>;

/** How long an account rests after its first, second, … round of failures within a day. Never for good: a stranger may have caused it. */
const RESTS = [1, 2, 4, 8].map((minutes) => minutes * MINUTE);
const LONGEST_REST = 15 * MINUTE;

/** Names an account in a key: whatever the letter case, and without keeping the address itself. */
export const accountKey = (email: string): string => createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');

/** @throws too_many_requests */
export const limitRegister = (ctx: Context, address: string): Promise<void> => take(ctx, 'register', addressKey(address));

/** @throws too_many_requests */
export const limitEnquiries = (ctx: Context, address: string): Promise<void> => take(ctx, 'enquiry', addressKey(address));

/** @throws too_many_requests */
export const limitResetRequests = (ctx: Context, address: string): Promise<void> => take(ctx, 'resetAddress', addressKey(address));

/** @throws too_many_requests */
export const limitNewPasswords = (ctx: Context, address: string): Promise<void> => take(ctx, 'newPassword', addressKey(address));

/** Tickets mailed again, by account. @throws too_many_requests */
export const limitTicketMails = (ctx: Context, userId: number): Promise<void> => take(ctx, 'ticketMail', String(userId));

/** Tickets drawn as PDF, by account. @throws too_many_requests */
export const limitTicketPdfs = (ctx: Context, userId: number): Promise<void> => take(ctx, 'ticketPdf', String(userId));

/** All tickets of an account drawn at once. @throws too_many_requests */
export const limitAllTicketsPdfs = (ctx: Context, userId: number): Promise<void> => take(ctx, 'allTicketsPdf', String(userId));

/** Whether this mailbox may still be sent a reset link. A plain no instead of an error: the answer must not tell. */
export async function mayMailReset(ctx: Context, email: string): Promise<boolean> {
  const { isWithin } = await consume(ctx, 'resetEmail', accountKey(email), 1);
  return isWithin;
}

/** Refuses a sign-in when the account or the address has failed too often. @throws too_many_requests */
export async function checkLogin(ctx: Context, email: string, address: string): Promise<void> {
  await look(ctx, 'loginAddress', addressKey(address));
  await look(ctx, 'loginAccount', accountKey(email));
}

/** Counts a failed sign-in; the fifth gives the account a rest, and each round within a day a longer one. */
export async function countLoginFailure(ctx: Context, email: string, address: string): Promise<void> {
  const { loginAddress, loginAccount, loginRounds } = limitersOf(ctx);
  const account = accountKey(email);
  await loginAddress.penalty(addressKey(address));
  const failures = await loginAccount.penalty(account);
  if (failures.consumedPoints < loginAccount.points) return;
  const rounds = await loginRounds.penalty(account);
  await loginAccount.block(account, RESTS[rounds.consumedPoints - 1] ?? LONGEST_REST);
}

/** A success, or a new password, clears the account; the address keeps its count. */
export async function forgetLoginFailures(ctx: Context, email: string): Promise<void> {
  const { loginAccount, loginRounds } = limitersOf(ctx);
  await Promise.all([loginAccount, loginRounds].map((limiter) => limiter.delete(accountKey(email))));
}

async function take(ctx: Context, rule: Rule, key: string): Promise<void> {
  const { isWithin, retryAfterSeconds } = await consume(ctx, rule, key, 1);
  if (!isWithin) throw new AppError('too_many_requests', { retryAfterSeconds });
}

/** Looks without counting: taking nothing still asks the memory of blocked keys first. */
async function look(ctx: Context, rule: Rule, key: string): Promise<void> {
  const { isWithin, isUsedUp, retryAfterSeconds } = await consume(ctx, rule, key, 0);
  if (!isWithin || isUsedUp) throw new AppError('too_many_requests', { retryAfterSeconds });
}

type Taken = { isWithin: boolean; isUsedUp: boolean; retryAfterSeconds: number };

async function consume(ctx: Context, rule: Rule, key: string, points: number): Promise<Taken> {
  const taken = (result: RateLimiterRes, isWithin: boolean): Taken => ({
    isWithin,
    isUsedUp: result.remainingPoints === 0,
    retryAfterSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  });
  try {
    return taken(await limitersOf(ctx)[rule].consume(key, points), true);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return taken(refused, false);
    throw refused;
  }
}

const limitersByDatabase = new WeakMap<Database, Limiters>();

function limitersOf({ database, env }: Context): Limiters {
  const present = limitersByDatabase.get(database);
  if (present) return present;
  const create = (rule: Rule): RateLimiterPostgres => {
    const points = Math.max(1, Math.round(rules[rule].points * env.rateLimitScale));
    return new RateLimiterPostgres({
      storeClient: database.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: rule,
      points,
      duration: rules[rule].duration,
      // An account's rest has a length of its own, which a memory of the window would overrule.
      inMemoryBlockOnConsumed: rule === 'loginAccount' ? 0 : points,
      // All rules share the table, so one of them clears it.
      clearExpiredByTimeout: rule === 'loginAddress',
    });
  };
  const limiters = {
    loginAddress: create('loginAddress'),
    loginAccount: create('loginAccount'),
    loginRounds: create('loginRounds'),
    register: create('register'),
    resetEmail: create('resetEmail'),
    resetAddress: create('resetAddress'),
    newPassword: create('newPassword'),
    enquiry: create('enquiry'),
    ticketMail: create('ticketMail'),
    ticketPdf: create('ticketPdf'),
    allTicketsPdf: create('allTicketsPdf'),
  };
  limitersByDatabase.set(database, limiters);
  return limiters;
}
