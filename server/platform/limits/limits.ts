import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type Context, perServer } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import { addressKey, customerKey, emailKey, siteKey } from './limit-keys.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Mobile carriers put a whole club behind one address, so addresses are given much more room than accounts. */
const addressRules = {
  loginAddress: { points: 60, duration: 15 * MINUTE },
  register: { points: 30, duration: HOUR },
  resetAddress: { points: 20, duration: HOUR },
  newPassword: { points: 20, duration: HOUR },
  enquiry: { points: 10, duration: HOUR },
} as const;
type AddressRule = keyof typeof addressRules;

/** One customer's IPv6 site has 65,536 networks: all of them get the limit of four. */
const forSite = ({ points, duration }: { points: number; duration: number }) => ({ points: points * 4, duration });

/** Limits that hold over all processes: counted in the database, and cached in memory once a flood has exceeded them. */
const rules = {
  ...addressRules,
  loginAddressSite: forSite(addressRules.loginAddress),
  registerSite: forSite(addressRules.register),
  resetAddressSite: forSite(addressRules.resetAddress),
  newPasswordSite: forSite(addressRules.newPassword),
  enquirySite: forSite(addressRules.enquiry),
  /** Per account and place: an address from which the account knows no device, or a session. */
  loginAccount: { points: 5, duration: 15 * MINUTE },
  loginRounds: { points: 1, duration: DAY },
  /** Per account, over all places from which it knows no device. */
  loginUnknownDevices: { points: 50, duration: HOUR },
  /** Per device that has signed in to the account before. */
  loginDevice: { points: 20, duration: 15 * MINUTE },
  /** Per account and address, over all such devices: each successful sign-in without a cookie makes another one. */
  loginDevices: { points: 60, duration: 15 * MINUTE },
  /** Successful sign-ins per account: each costs a hash and writes a session. */
  loginSuccess: { points: 100, duration: HOUR },
  /** Checks of a signed-in user's password, right or wrong: for changing it, or deleting the account. */
  ownPassword: { points: 10, duration: HOUR },
  /** Registrations with one e-mail address, which gets a mail each time: after a deletion it can be registered again. */
  registerEmail: { points: 5, duration: HOUR },
  resetEmail: { points: 3, duration: HOUR },
  ticketMail: { points: 3, duration: HOUR },
  ticketPdf: { points: 60, duration: HOUR },
  allTicketsPdf: { points: 6, duration: HOUR },
  myData: { points: 20, duration: HOUR },
  /** Invitations by one Owner: each mails an address of that Owner's choice. */
  staffInvitation: { points: 30, duration: HOUR },
} as const;
type Rule = keyof typeof rules;

/**
 * How long an account is locked after its first, second, … round of failures within a day. Never for good, because an attacker may have
 * caused it.
 */
const RESTS = [1, 2, 4, 8].map((minutes) => minutes * MINUTE);
const LONGEST_REST = 15 * MINUTE;

/** Names an account in a key: the same for every spelling, and without storing the address itself. */
export const accountKey = (email: string): string => createHash('sha256').update(emailKey(email)).digest('base64url');

/** @throws too_many_requests */
export async function limitRegister(ctx: Context, email: string, address: string): Promise<void> {
  await take(ctx, countersOf('register', address));
  await take(ctx, [['registerEmail', accountKey(email)]]);
}

/** @throws too_many_requests */
export const limitEnquiries = (ctx: Context, address: string): Promise<void> => take(ctx, countersOf('enquiry', address));

/** @throws too_many_requests */
export const limitResetRequests = (ctx: Context, address: string): Promise<void> => take(ctx, countersOf('resetAddress', address));

/** @throws too_many_requests */
export const limitNewPasswords = (ctx: Context, address: string): Promise<void> => take(ctx, countersOf('newPassword', address));

/** Checks of a signed-in user's password, by account. @throws too_many_requests */
export const limitOwnPasswords = (ctx: Context, email: string): Promise<void> => take(ctx, [['ownPassword', accountKey(email)]]);

/** Tickets mailed again, by account. @throws too_many_requests */
export const limitTicketMails = (ctx: Context, userId: number): Promise<void> => take(ctx, [['ticketMail', String(userId)]]);

/** Tickets drawn as PDF, by account. @throws too_many_requests */
export const limitTicketPdfs = (ctx: Context, userId: number): Promise<void> => take(ctx, [['ticketPdf', String(userId)]]);

/** All tickets of an account drawn at once. @throws too_many_requests */
export const limitAllTicketsPdfs = (ctx: Context, userId: number): Promise<void> => take(ctx, [['allTicketsPdf', String(userId)]]);

/** Copies of one's own data, by account. @throws too_many_requests */
export const limitMyData = (ctx: Context, userId: number): Promise<void> => take(ctx, [['myData', String(userId)]]);

/** Invitations to the team, by the inviting account. @throws too_many_requests */
export const limitInvitations = (ctx: Context, userId: number): Promise<void> => take(ctx, [['staffInvitation', String(userId)]]);

/** Returns true if this mailbox may still be sent a reset link. It does not throw, because the answer must not reveal it. */
export async function mayMailReset(ctx: Context, email: string): Promise<boolean> {
  const { isWithin } = await consume(ctx, ['resetEmail', accountKey(email)], 1);
  return isWithin;
}

/** The place of a password guess: an address, perhaps a device that the account knows, or one of its sessions. */
export type Guesser = { address: string; device?: string | undefined } | { session: string };

/** Guesses from different places at one account do not wait for each other. */
export function placeOf(email: string, guesser: Guesser): string {
  if ('session' in guesser) return `${accountKey(email)}:${guesser.session}`;
  return guesser.device === undefined ? `${accountKey(email)}:${addressKey(guesser.address)}` : `device:${guesser.device}`;
}

/**
 * Refuses a guess from a place with too many failures; a known device or session only for failures with its own account. @throws
 * too_many_requests
 */
export async function checkLogin(ctx: Context, email: string, guesser: Guesser): Promise<void> {
  const counters = [ownCounter(email, guesser), ...sharedCounters(email, guesser), ['loginSuccess', accountKey(email)] as const];
  const found = await Promise.all(counters.map((counter) => consume(ctx, counter, 0)));
  refuse(found.filter(({ isWithin, isUsedUp }) => !isWithin || isUsedUp));
}

/** Counts a failed guess; the fifth from one place locks the account there for a while, and each round within a day for longer. */
export async function countLoginFailure(ctx: Context, email: string, guesser: Guesser): Promise<void> {
  const limiter = limitersOf(ctx);
  await Promise.all(sharedCounters(email, guesser).map(([rule, key]) => limiter(rule).penalty(key)));
  const [rule, place] = ownCounter(email, guesser);
  const failures = await limiter(rule).penalty(place);
  if (rule === 'loginDevice' || failures.consumedPoints < limiter(rule).points) return;
  const rounds = await limiter('loginRounds').penalty(place);
  await limiter(rule).block(place, RESTS[rounds.consumedPoints - 1] ?? LONGEST_REST);
}

/** Counts a successful sign-in. @throws too_many_requests */
export const countLogin = (ctx: Context, email: string): Promise<void> => take(ctx, [['loginSuccess', accountKey(email)]]);

/** A success clears the failures of its place; the counts of the address, and of the account's known and unknown devices, stay. */
export async function forgetLoginFailures(ctx: Context, email: string, guesser: Guesser): Promise<void> {
  const limiter = limitersOf(ctx);
  const [rule, place] = ownCounter(email, guesser);
  await Promise.all([limiter(rule).delete(place), rule === 'loginDevice' || limiter('loginRounds').delete(place)]);
}

/** A new password set with a mailed link clears the account's failures: they were guesses at the old one. */
export async function forgetGuesses(ctx: Context, email: string, address: string): Promise<void> {
  const limiter = limitersOf(ctx);
  await Promise.all([
    forgetLoginFailures(ctx, email, { address }),
    limiter('loginUnknownDevices').delete(accountKey(email)),
    limiter('loginDevices').delete(devicesKey(email, address)),
  ]);
}

type Counter = readonly [Rule, string];

const devicesKey = (email: string, address: string): string => `${accountKey(email)}:${customerKey(address)}`;

const ownCounter = (email: string, guesser: Guesser) =>
  'device' in guesser && guesser.device !== undefined
    ? (['loginDevice', guesser.device] as const)
    : (['loginAccount', placeOf(email, guesser)] as const);

function sharedCounters(email: string, guesser: Guesser): Counter[] {
  if ('session' in guesser) return [];
  if (guesser.device !== undefined) return [['loginDevices', devicesKey(email, guesser.address)]];
  return [...countersOf('loginAddress', guesser.address), ['loginUnknownDevices', accountKey(email)]];
}

/** The counters of an address: its own and, for IPv6, that of the site. */
function countersOf(rule: AddressRule, address: string): Counter[] {
  const site = siteKey(address);
  const own: Counter = [rule, addressKey(address)];
  return site === undefined ? [own] : [own, [`${rule}Site`, site]];
}

async function take(ctx: Context, counters: readonly Counter[]): Promise<void> {
  const taken = await Promise.all(counters.map((counter) => consume(ctx, counter, 1)));
  refuse(taken.filter(({ isWithin }) => !isWithin));
}

function refuse(refused: readonly Taken[]): void {
  if (refused.length === 0) return;
  throw new AppError('too_many_requests', { retryAfterSeconds: Math.max(...refused.map(({ retryAfterSeconds }) => retryAfterSeconds)) });
}

type Taken = { isWithin: boolean; isUsedUp: boolean; retryAfterSeconds: number };

/** With 0 points it checks without counting, but still reads the cache of blocked keys first. */
async function consume(ctx: Context, [rule, key]: Counter, points: number): Promise<Taken> {
  const taken = (result: RateLimiterRes, isWithin: boolean): Taken => ({
    isWithin,
    isUsedUp: result.remainingPoints === 0,
    retryAfterSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  });
  try {
    return taken(await limitersOf(ctx)(rule).consume(key, points), true);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return taken(refused, false);
    throw refused;
  }
}

/** Each limiter is made at its first use. */
const limitersOf = perServer(({ database, env }) => {
  const limiters = new Map<Rule, RateLimiterPostgres>();
  return (rule: Rule): RateLimiterPostgres => {
    const limiter = limiters.get(rule) ?? createLimiter({ database, env }, rule);
    limiters.set(rule, limiter);
    return limiter;
  };
});

/** A lock has a length of its own, and other processes may clear it: a cache of the window would overrule that. */
const NOT_REMEMBERED: ReadonlySet<Rule> = new Set(['loginAccount', 'loginUnknownDevices', 'loginDevice', 'loginDevices']);

function createLimiter({ database, env }: Pick<Context, 'database' | 'env'>, rule: Rule): RateLimiterPostgres {
  const { duration } = rules[rule];
  const points = Math.max(1, Math.round(rules[rule].points * env.rateLimitScale));
  return new RateLimiterPostgres({
    storeClient: database.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: rule,
    points,
    duration,
    inMemoryBlockOnConsumed: NOT_REMEMBERED.has(rule) ? 0 : points,
    // All rules share the table, so one of them deletes expired rows.
    clearExpiredByTimeout: rule === 'loginAddress',
  });
}
