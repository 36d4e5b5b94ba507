import { z } from 'zod';
import { BankError } from './provider.ts';

export type BogAccess = { tokenUrl: () => string; apiUrl: () => string; clientId: string; clientSecret: string };
type BogCall = { method: 'GET' | 'POST'; path: string; timeoutMs: number; body?: unknown; headers?: Record<string, string> };
type Token = { value: string; renewAt: number };

const TOKEN_TIMEOUT_MS = 10_000;
const RENEW_EARLY_MS = 60_000;
const LONGEST_TRUST_MS = 60 * 60_000;
const EPOCH_MS = 1e12;
const EPOCH_SECONDS = 1e9;

const TokenReply = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().default(0) });

/** Calls of the Bank of Georgia's API with its token, which is kept until shortly before its end and renewed once on 401. */
export function createBogCaller(access: BogAccess): (call: BogCall) => Promise<unknown> {
  let known: Promise<Token> | undefined;

  /** Many callers may find the same token stale: the first one renews it for all. */
  const renew = (stale: Promise<Token> | undefined): Promise<Token> => {
    if (known && known !== stale) return known;
    const asked = fetchToken(access);
    known = asked;
    asked.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked;
  };
  return async (call) => {
    const kept = known ?? renew(undefined);
    const token = (await kept).renewAt > Date.now() ? kept : renew(kept);
    const first = await send(access, call, await token);
    return readReply(first.status === 401 ? await send(access, call, await renew(token)) : first);
  };
}

async function fetchToken({ tokenUrl, clientId, clientSecret }: BogAccess): Promise<Token> {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const response = await exchange(tokenUrl(), {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
    signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS),
  });
  const reply = TokenReply.safeParse(await readReply(response));
  if (!reply.success) throw new BankError('unknown', 'The bank answered no token.');
  return { value: reply.data.access_token, renewAt: renewalTime(reply.data.expires_in, Date.now()) };
}

/** The bank's text shows `expires_in` as an epoch in milliseconds, its servers send seconds: both are understood, neither for long. */
export function renewalTime(expiresIn: number, now: number): number {
  const end = expiresIn > EPOCH_MS ? expiresIn : expiresIn > EPOCH_SECONDS ? expiresIn * 1000 : now + expiresIn * 1000;
  return Math.min(end - RENEW_EARLY_MS, now + LONGEST_TRUST_MS);
}

function send({ apiUrl }: BogAccess, { method, path, timeoutMs, body, headers = {} }: BogCall, token: Token): Promise<Response> {
  return exchange(`${apiUrl()}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token.value}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

function exchange(url: string, request: RequestInit): Promise<Response> {
  return fetch(url, { ...request, redirect: 'error' }).catch((cause: unknown) => {
    throw new BankError('unknown', 'The bank did not answer.', { cause });
  });
}

/** A refusal is certain only when the bank says so; a failing, busy or unreadable bank may have done it. */
async function readReply(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new BankError('unknown', 'The bank broke off its answer.', { cause });
  });
  const isRefusal = response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429;
  if (isRefusal) throw new BankError('refused', `The bank refused with status ${response.status}.`);
  if (!response.ok) throw new BankError('unknown', `The bank failed with status ${response.status}.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BankError('unknown', 'The bank answered something that is not JSON.', { cause });
  }
}
