import { z } from 'zod';
import { BankError } from './provider.ts';

export type SignIn = { url: string; headers?: Record<string, string>; body: URLSearchParams };
export type BankToken = { value: string; renewAt: number };

const RENEW_EARLY_MS = 60_000;
const LONGEST_TRUST_MS = 60 * 60_000;
const EPOCH_MS = 1e12;
const EPOCH_SECONDS = 1e9;

const TokenReply = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().default(0) });

type TokenKeeper = {
  get(): Promise<BankToken>;
  /** Another one than this, which the bank did not take. */
  renew(stale: BankToken): Promise<BankToken>;
};

/** Keeps a token while it is good. Many callers may find the same one stale: the first one renews it for all. */
export function bankToken(ask: () => Promise<unknown>, now: () => number): TokenKeeper {
  let known: Promise<BankToken> | undefined;

  const fetchAnother = (): Promise<BankToken> => {
    const fetched = ask().then((reply) => readToken(reply, now()));
    known = fetched;
    fetched.catch(() => {
      if (known === fetched) known = undefined;
    });
    return fetched;
  };
  const renew = async (stale: BankToken): Promise<BankToken> => {
    const current = known;
    const isStale = !current || (await current) === stale;
    if (!isStale) return current;
    return known && known !== current ? known : fetchAnother();
  };
  return {
    get: async () => {
      const kept = known;
      if (!kept) return fetchAnother();
      const token = await kept;
      return token.renewAt > now() ? token : renew(token);
    },
    renew,
  };
}

function readToken(reply: unknown, now: number): BankToken {
  const token = TokenReply.safeParse(reply);
  if (!token.success) throw new BankError('unknown', 'The bank answered no token.');
  return { value: token.data.access_token, renewAt: renewalTime(token.data.expires_in, now) };
}

/** Banks write the end of a token as seconds from now, as a text of them, or as an epoch in seconds or milliseconds: all are understood, none for long. */
export function renewalTime(expiresIn: number, now: number): number {
  const end = expiresIn > EPOCH_MS ? expiresIn : expiresIn > EPOCH_SECONDS ? expiresIn * 1000 : now + expiresIn * 1000;
  return Math.min(end - RENEW_EARLY_MS, now + LONGEST_TRUST_MS);
}
