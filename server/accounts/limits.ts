import { createHash } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { addressKey, customerKey } from '#server/platform/limits/quota.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import {
  checkLimits,
  type Counter,
  countersOf,
  HOUR,
  isWithinLimit,
  type Limit,
  limiterOf,
  QUARTER_HOUR,
  consumeLimits,
} from '#server/platform/limits/limits.ts';

/**
 * By address: failed sign-ins, registrations, requests for a reset link, and passwords set with one. A carrier's IPv6 site gets as many
 * failed sign-ins as its IPv4 address, which a whole club may share; successful ones do not count.
 */
const LOGIN_ADDRESS: Limit = { name: 'loginAddress', points: 60, duration: QUARTER_HOUR, isShared: true };
/** Tries of the set-up link, right or wrong, by address: the token cannot be guessed, but a right one costs a hash. */
const SET_UP: Limit = { name: 'setUp', points: 30, duration: HOUR };
const REGISTER: Limit = { name: 'register', points: 30, duration: HOUR };
/** Accounts opened at the door, where all guests may share one network. */
const DOOR_SALE: Limit = { name: 'doorSale', points: 300, duration: HOUR };
const RESET_ADDRESS: Limit = { name: 'resetAddress', points: 20, duration: HOUR };
const NEW_PASSWORD: Limit = { name: 'newPassword', points: 20, duration: HOUR };

/** Per account and place: an address (on devices unknown to the account) or a session. */
const LOGIN_ACCOUNT: Limit = { name: 'loginAccount', points: 5, duration: QUARTER_HOUR, isUncached: true };
const LOGIN_ROUNDS: Limit = { name: 'loginRounds', points: 1, duration: 24 * HOUR };
/** Per account, over all devices unknown to it. */
const LOGIN_UNKNOWN_DEVICES: Limit = { name: 'loginUnknownDevices', points: 50, duration: HOUR, isUncached: true };
/** Per device known to the account. */
const LOGIN_DEVICE: Limit = { name: 'loginDevice', points: 20, duration: QUARTER_HOUR, isUncached: true };
/** Per account and address, over all known devices: each successful sign-in without a cookie adds one. */
const LOGIN_DEVICES: Limit = { name: 'loginDevices', points: 60, duration: QUARTER_HOUR, isUncached: true };
/** Right passwords per account from unknown devices: each costs a hash, and writes a session or a challenge. */
const LOGIN_SUCCESS: Limit = { name: 'loginSuccess', points: 100, duration: HOUR, isUncached: true };
/** Right passwords on one known device; below, per account and address on all of them. */
const LOGIN_DEVICE_SUCCESS: Limit = { name: 'loginDeviceSuccess', points: 30, duration: HOUR };
const LOGIN_DEVICES_SUCCESS: Limit = { name: 'loginDevicesSuccess', points: 100, duration: HOUR };
/** Checks of a signed-in user's password, right or wrong: to change it or delete the account. */
const OWN_PASSWORD: Limit = { name: 'ownPassword', points: 10, duration: HOUR };
/** Confirmations by password in one session, right or wrong: each costs a hash, and staff confirm often. */
const CONFIRMATION: Limit = { name: 'confirmation', points: 30, duration: HOUR };
/** Six digits tried at an account, over all unknown places. Recovery codes have no limit: they cannot be guessed. */
const CODE_ACCOUNT: Limit = { name: 'codeAccount', points: 10, duration: QUARTER_HOUR, isUncached: true };
/** Six digits tried at an account in a day: of 1,000,000 codes, three are valid at a time. */
const CODE_ACCOUNT_DAY: Limit = { name: 'codeAccountDay', points: 50, duration: 24 * HOUR, isUncached: true };
/** Six digits tried on one known device, or in one session of the account. */
const CODE_KNOWN: Limit = { name: 'codeKnown', points: 10, duration: QUARTER_HOUR, isUncached: true };
const CODE_KNOWN_DAY: Limit = { name: 'codeKnownDay', points: 50, duration: 24 * HOUR, isUncached: true };
/** Per account, over all known devices and sessions: each login adds one. The daily limit is above what one of them can use up. */
const CODE_KNOWN_ACCOUNT: Limit = { name: 'codeKnownAccount', points: 60, duration: HOUR, isUncached: true };
const CODE_KNOWN_ACCOUNT_DAY: Limit = { name: 'codeKnownAccountDay', points: 200, duration: 24 * HOUR, isUncached: true };
/** Registrations with one address, each of which sends a mail: an address can be registered again after a deletion. */
const REGISTER_EMAIL: Limit = { name: 'registerEmail', points: 5, duration: HOUR };
const RESET_EMAIL: Limit = { name: 'resetEmail', points: 3, duration: HOUR };
/** Mails with digits that prove an address: few, because each allows five guesses, and an attacker may have registered the address. */
const PROOF_MAIL: Limit = { name: 'proofMail', points: 5, duration: HOUR, isUncached: true };
const PROOF_MAIL_DAY: Limit = { name: 'proofMailDay', points: 15, duration: 24 * HOUR, isUncached: true };
/** Invitations by one Owner, because each sends a mail to an address of the Owner's choice. */
const STAFF_INVITATION: Limit = { name: 'staffInvitation', points: 30, duration: HOUR };

/**
 * Seconds for which an account is locked after its first, second, … round of failures in a day. Never for good, because an attacker may
 * cause the failures.
 */
const RESTS = [60, 120, 240, 480];
const LONGEST_REST = QUARTER_HOUR;

/** Returns the account's part of a counter's key: equal for every spelling of the address, which it does not store. */
export const accountKey = (email: string): string => createHash('sha256').update(emailKey(email)).digest('base64url');

/** @throws too_many_requests */
export async function limitRegister(ctx: Context, email: string, address: string): Promise<void> {
  await consumeLimits(ctx, ...countersOf(REGISTER, address));
  await consumeLimits(ctx, [REGISTER_EMAIL, accountKey(email)]);
}

/** @throws too_many_requests */
export async function limitDoorSale(ctx: Context, email: string, address: string): Promise<void> {
  await consumeLimits(ctx, ...countersOf(DOOR_SALE, address));
  await consumeLimits(ctx, [REGISTER_EMAIL, accountKey(email)]);
}

/** @throws too_many_requests */
export const limitSetUp = (ctx: Context, address: string): Promise<void> => consumeLimits(ctx, ...countersOf(SET_UP, address));

/** @throws too_many_requests */
export const limitResetRequests = (ctx: Context, address: string): Promise<void> =>
  consumeLimits(ctx, ...countersOf(RESET_ADDRESS, address));

/** @throws too_many_requests */
export const limitNewPasswords = (ctx: Context, address: string): Promise<void> => consumeLimits(ctx, ...countersOf(NEW_PASSWORD, address));

/** Limits checks of a signed-in user's password, by account. @throws too_many_requests */
export const limitOwnPasswords = (ctx: Context, email: string): Promise<void> => consumeLimits(ctx, [OWN_PASSWORD, accountKey(email)]);

/** Limits confirmations by password, by session, so that guesses in one session do not block another. @throws too_many_requests */
export const limitConfirmations = (ctx: Context, email: string, session: string): Promise<void> =>
  consumeLimits(ctx, [CONFIRMATION, placeOf(email, { session })]);

/** Limits invitations, by the inviting account. @throws too_many_requests */
export const limitInvitations = (ctx: Context, userId: number): Promise<void> => consumeLimits(ctx, [STAFF_INVITATION, String(userId)]);

/** Returns true if this mailbox may be sent another reset link. */
export const mayMailReset = (ctx: Context, email: string): Promise<boolean> => isWithinLimit(ctx, [RESET_EMAIL, accountKey(email)]);

/** Limits mails that prove an address, by mailbox. @throws too_many_requests */
export async function limitProofMails(ctx: Context, email: string): Promise<void> {
  const key = accountKey(email);
  await consumeLimits(ctx, [PROOF_MAIL, key]);
  await consumeLimits(ctx, [PROOF_MAIL_DAY, key]);
}

/** The place of a password guess: an address, with the device if the account knows it, or a session of the account. */
export type Guesser = { address: string; device?: string | undefined } | { session: string };

/** Returns the key of a place, so that guesses at one account from different places do not wait for each other. */
export function placeOf(email: string, guesser: Guesser): string {
  if ('session' in guesser) return `${accountKey(email)}:${guesser.session}`;
  return guesser.device === undefined ? `${accountKey(email)}:${addressKey(guesser.address)}` : `device:${guesser.device}`;
}

/**
 * Refuses a guess from a place with too many failures. A known device or a session counts only failures with its own account.
 * @throws too_many_requests
 */
export const checkLogin = (ctx: Context, email: string, guesser: Guesser): Promise<void> =>
  checkLimits(ctx, ownCounter(email, guesser), ...sharedCounters(email, guesser), ...successCounters(email, guesser));

/** Counts a failed guess. The fifth from one place locks the account there for a while; each further round in a day locks it longer. */
export async function countLoginFailure(ctx: Context, email: string, guesser: Guesser): Promise<void> {
  await Promise.all(sharedCounters(email, guesser).map(([limit, key]) => limiterOf(ctx, limit).penalty(key)));
  const [limit, place] = ownCounter(email, guesser);
  const limiter = limiterOf(ctx, limit);
  const failures = await limiter.penalty(place);
  if (limit === LOGIN_DEVICE || failures.consumedPoints < limiter.points) return;
  const rounds = await limiterOf(ctx, LOGIN_ROUNDS).penalty(place);
  await limiter.block(place, RESTS[rounds.consumedPoints - 1] ?? LONGEST_REST);
}

/** Counts a right password. @throws too_many_requests */
export const countLogin = (ctx: Context, email: string, guesser: Guesser): Promise<void> =>
  consumeLimits(ctx, ...successCounters(email, guesser));

/** Clears the failures of the place after a success, but not those of the address or of all known or unknown devices. */
export async function forgetLoginFailures(ctx: Context, email: string, guesser: Guesser): Promise<void> {
  const [limit, place] = ownCounter(email, guesser);
  await Promise.all([limiterOf(ctx, limit).delete(place), limit === LOGIN_DEVICE || limiterOf(ctx, LOGIN_ROUNDS).delete(place)]);
}

/** Clears the counters of the account after a password reset: guesses at the old password, and sign-ins with it by attackers. */
export async function forgetGuesses(ctx: Context, email: string, address: string): Promise<void> {
  await Promise.all([
    forgetLoginFailures(ctx, email, { address }),
    limiterOf(ctx, LOGIN_UNKNOWN_DEVICES).delete(accountKey(email)),
    limiterOf(ctx, LOGIN_SUCCESS).delete(accountKey(email)),
    limiterOf(ctx, PROOF_MAIL).delete(accountKey(email)),
    limiterOf(ctx, PROOF_MAIL_DAY).delete(accountKey(email)),
    limiterOf(ctx, LOGIN_DEVICES).delete(devicesKey(email, address)),
  ]);
}

const devicesKey = (email: string, address: string): string => `${accountKey(email)}:${customerKey(address)}`;

const ownCounter = (email: string, guesser: Guesser): Counter =>
  'device' in guesser && guesser.device !== undefined ? [LOGIN_DEVICE, guesser.device] : [LOGIN_ACCOUNT, placeOf(email, guesser)];

function sharedCounters(email: string, guesser: Guesser): Counter[] {
  if ('session' in guesser) return [];
  if (guesser.device !== undefined) return [[LOGIN_DEVICES, devicesKey(email, guesser.address)]];
  return [...countersOf(LOGIN_ADDRESS, guesser.address), [LOGIN_UNKNOWN_DEVICES, accountKey(email)]];
}

/** Returns the counters of right passwords: an attacker who knows the password locks out no known device or session. */
function successCounters(email: string, guesser: Guesser): Counter[] {
  if ('session' in guesser) return [];
  if (guesser.device === undefined) return [[LOGIN_SUCCESS, accountKey(email)]];
  return [
    [LOGIN_DEVICE_SUCCESS, guesser.device],
    [LOGIN_DEVICES_SUCCESS, devicesKey(email, guesser.address)],
  ];
}

/** Returns the counters of six digits: known devices and sessions are counted apart, so that guesses elsewhere do not block them. */
function codeCounters(email: string, guesser: Guesser): Counter[] {
  const account = accountKey(email);
  const known = 'session' in guesser ? guesser.session : guesser.device;
  return known === undefined
    ? [
        [CODE_ACCOUNT, account],
        [CODE_ACCOUNT_DAY, account],
      ]
    : [
        [CODE_KNOWN, known],
        [CODE_KNOWN_DAY, known],
        [CODE_KNOWN_ACCOUNT, account],
        [CODE_KNOWN_ACCOUNT_DAY, account],
      ];
}

/** Counts a try of six digits before they are compared, so that concurrent tries count separately. @throws too_many_requests */
export async function consumeCodeTry(ctx: Context, email: string, guesser: Guesser): Promise<void> {
  // In order: a try that the first counter refuses must not count at the next one, which other places share.
  for (const counter of codeCounters(email, guesser)) await consumeLimits(ctx, counter);
}

/** Takes back the count of a try whose digits were right. */
export async function returnCodeTry(ctx: Context, email: string, guesser: Guesser): Promise<void> {
  await Promise.all(codeCounters(email, guesser).map(([limit, key]) => limiterOf(ctx, limit).reward(key)));
}
