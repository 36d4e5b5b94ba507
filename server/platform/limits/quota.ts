import { isIPv4, isIPv6 } from 'node:net';
import type { Env } from '#server/platform/config/env.ts';
import { type Clock, type Deps, perServer } from '#server/platform/context.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const CUSTOMER_GROUPS = 4;
const SITE_GROUPS = 3;

/** Returns what counts as one sender: an IPv4 address, or the /64 network of an IPv6 one, because one connection gets all of it. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  return MAPPED.exec(address)?.[1] ?? ipv6Network(address, CUSTOMER_GROUPS);
}

/** Returns the largest network that one customer of a provider may get: the /48 of an IPv6 address; undefined for IPv4. */
export const siteKey = (address: string): string | undefined =>
  isIPv6(address) && !MAPPED.test(address) ? ipv6Network(address, SITE_GROUPS) : undefined;

/** Returns the customer behind an address, as far as it tells: an IPv4 address, or the /48 of an IPv6 one. */
export const customerKey = (address: string): string => siteKey(address) ?? addressKey(address);

/** Returns the part of a caller's address that is stored: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const key = addressKey(address);
  return siteKey(address) ?? (isIPv4(key) ? `${key.slice(0, key.lastIndexOf('.'))}.0/24` : key);
}

function ipv6Network(address: string, groups: number): string {
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, groups);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${groups * 16}`;
}

/** More senders than this in one minute are a flood of invented ones; the oldest is removed. */
const SENDERS_MAX = 50_000;

/** A quota per minute and sender, in memory only and forgotten after the minute: senders are never stored. */
export function createQuota(clock: Clock, most: () => number): (sender: string) => boolean {
  const taken = new Map<string, number>();
  let endsAt = 0;
  return (sender) => {
    const now = clock.now().getTime();
    if (now >= endsAt) {
      taken.clear();
      endsAt = now + MINUTE_MS;
    }
    const count = (taken.get(sender) ?? 0) + 1;
    if (count > most()) return false;
    const oldest = count === 1 && taken.size >= SENDERS_MAX ? taken.keys().next().value : undefined;
    if (oldest !== undefined) taken.delete(oldest);
    taken.set(sender, count);
    return true;
  };
}

export type Sharing = Pick<Deps, 'shared'> & { env: Pick<Env, 'processes' | 'rateLimitScale'> };

const others = perServer<{ processes: number }, Pick<Deps, 'shared'>>(() => ({ processes: 0 }));

/** Sets how many processes serve on other machines (server/platform/heartbeat.ts). */
export const countOthers = (deps: Pick<Deps, 'shared'>, processes: number): void => void (others(deps).processes = processes);

/** Returns how many processes share a limit: those of this machine and of all others. */
export const countSharers = (deps: Sharing): number => deps.env.processes + others(deps).processes;

/** Returns the share of a limit for one process now, so that the processes of all machines together allow no more than the limit. */
export const shareOf = (deps: Sharing, most: number): number =>
  Math.max(1, Math.round((most * deps.env.rateLimitScale) / countSharers(deps)));

/** Returns the share of a rate for one process now. `mostSharers`: more processes than this do not make it smaller. */
export function rateOf(deps: Sharing, { perSecond, burst }: Rate, mostSharers = Infinity): Rate {
  const part = deps.env.rateLimitScale / Math.min(countSharers(deps), mostSharers);
  return { perSecond: perSecond * part, burst: Math.max(1, burst * part) };
}

/** Allows each address a number of calls per minute over all processes; more are refused with `too_many_requests`. */
export function createAddressLimit(deps: Pick<Deps, 'clock'> & Sharing, aMinute: number): (address: string) => void {
  const mayCall = createQuota(deps.clock, () => shareOf(deps, aMinute));
  return (address) => {
    if (!mayCall(addressKey(address))) throw new AppError('too_many_requests', { retryAfterSeconds: MINUTE_MS / 1000 });
  };
}

export type Rate = { perSecond: number; burst: number };
/** Takes one token of a key. Returns the seconds until the next token, 0 if one was taken. */
export type TakeToken = (key: string) => number;

/** More keys than this at once are a flood of invented ones; the oldest is removed. */
const KEYS_MAX = 50_000;

/**
 * A token bucket per key, in memory only: `burst` at once, `perSecond` on average, as the rate is now. `now` in milliseconds, never
 * decreasing.
 */
export function createTokenBuckets(rate: () => Rate, now: () => number = () => performance.now()): TakeToken {
  const buckets = new Map<string, { tokens: number; at: number }>();

  const bucketOf = (key: string, burst: number): { tokens: number; at: number } => {
    const present = buckets.get(key);
    if (present) return present;
    const oldest = buckets.size >= KEYS_MAX ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
    const bucket = { tokens: burst, at: now() };
    buckets.set(key, bucket);
    return bucket;
  };

  return (key) => {
    const { perSecond, burst } = rate();
    const bucket = bucketOf(key, burst);
    const at = now();
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
    bucket.tokens -= 1;
    return 0;
  };
}
