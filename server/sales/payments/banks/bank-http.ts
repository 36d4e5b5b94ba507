import { z } from 'zod';
import { BankError } from './provider.ts';

/** Time limits for a bank's whole answer, body included. */
type BankTimeouts = { signInMs: number; readMs: number; writeMs: number };

/** `apiUrl` is read at each call: that of the fake bank is known only once the server listens. */
export type BankAccess = {
  readonly apiUrl: string;
  timeouts?: Partial<BankTimeouts>;
  /** Aborts every call, and prevents new ones. */
  hardStop?: AbortSignal | undefined;
  /** The present time in epoch milliseconds, to measure the age of a token. */
  now?: () => number;
};

/** A `GET` only reads; a `POST` may have been carried out even without an answer. */
type BankCall = { method: 'GET' | 'POST'; path: string; body?: unknown; headers?: Record<string, string> };
type BankCaller = {
  /** @throws BankError */
  call(call: BankCall): Promise<unknown>;
  /** Signs in anew and reads something that need not exist: even "not found" shows that the bank knows us. @throws BankError */
  handshake(path: string): Promise<void>;
};

const TIMEOUTS: BankTimeouts = { signInMs: 10_000, readMs: 10_000, writeMs: 20_000 };
const ANSWER_MAX_BYTES = 1024 * 1024;

/** `signIn`: the call that returns a token. `headers`: sent with every call. */
type BankClient = { signIn: () => SignIn; headers?: Record<string, string> };

/** Calls a bank's JSON API with a token that is cached until shortly before it expires and renewed once on 401. */
export function createBankCaller(access: BankAccess, { signIn, headers = {} }: BankClient): BankCaller {
  const { timeouts, hardStop, now = Date.now } = access;
  const limits = { ...TIMEOUTS, ...timeouts };
  const within = (timeoutMs: number): AbortSignal => AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(hardStop ? [hardStop] : [])]);
  const token = bankToken(async () => {
    const { url, ...form } = signIn();
    return exchange(url, { method: 'POST', ...form, headers: { ...headers, ...form.headers }, signal: within(limits.signInMs) }).then(
      readReply,
    );
  }, now);

  const send = ({ method, path, body, headers: own = {} }: BankCall, { value }: BankToken): Promise<Answer> =>
    exchange(access.apiUrl + path, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${value}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...own,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: within(method === 'GET' ? limits.readMs : limits.writeMs),
    });
  return {
    async call(call) {
      const known = await token.get();
      const first = await send(call, known);
      return readReply(first.status === 401 ? await send(call, await token.renew(known)) : first);
    },
    async handshake(path) {
      const { status } = await send({ method: 'GET', path }, await token.renew(await token.get()));
      if (status === 401 || status === 403) throw new BankError('refused', `The bank refused with status ${status}.`);
      if (status >= 500) throw new BankError('unknown', `The bank failed with status ${status}.`);
    },
  };
}

type Answer = { status: number; text: string };

/** Does not follow a bank's redirect: no other host may get the token. */
async function exchange(url: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...request, redirect: 'error' });
    return { status: response.status, text: await readText(response) };
  } catch (cause) {
    if (cause instanceof BankError) throw cause;
    throw new BankError('unknown', 'No whole answer of the bank came.', { cause });
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > ANSWER_MAX_BYTES) throw new BankError('unknown', 'The answer of the bank does not end.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** A refusal is certain only when the bank states it; a failing, busy or unreadable bank may have carried the call out. */
function readReply({ status, text }: Answer): unknown {
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (isRefusal) throw new BankError('refused', `The bank refused with status ${status}.`);
  if (status < 200 || status > 299) throw new BankError('unknown', `The bank failed with status ${status}.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BankError('unknown', 'The bank answered something that is not JSON.', { cause });
  }
}

/** Which pages are the bank's own: hosts, of which one that begins with a dot matches every subdomain, or a rule. */
export type BankPages = readonly string[] | ((url: URL) => boolean);

/** Returns a page to which a guest may be sent: one of the bank's own; on a listed host with https on the default port. @throws BankError */
export function ownPage(link: string, pages: BankPages): string {
  const page = new URL(link);
  const isOwn = typeof pages === 'function' ? pages(page) : isOnHosts(page, pages);
  if (!isOwn) throw new BankError('refused', `The bank named a page that is not its own, at ${page.origin}.`);
  return link;
}

function isOnHosts({ protocol, port, username, password, hostname }: URL, hosts: readonly string[]): boolean {
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return hosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
}

/** Parses bytes as JSON; undefined when they are not JSON. */
export function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}

type SignIn = { url: string; headers?: Record<string, string>; body: URLSearchParams };
type BankToken = { value: string; renewAt: number };

const RENEW_EARLY_MS = 60_000;
const LONGEST_TRUST_MS = 60 * 60_000;
const EPOCH_MS = 1e12;
const EPOCH_SECONDS = 1e9;

const TokenReply = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().default(0) });

type TokenKeeper = {
  get(): Promise<BankToken>;
  /** Returns a token other than this one, which the bank refused. */
  renew(stale: BankToken): Promise<BankToken>;
};

/** Caches a token while it is valid. Concurrent callers with the same stale token share one renewal. */
function bankToken(ask: () => Promise<unknown>, now: () => number): TokenKeeper {
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

/** Accepts a token's lifetime as seconds from now, also as text, or as an epoch in seconds or milliseconds, but only up to a maximum. */
export function renewalTime(expiresIn: number, now: number): number {
  const end = expiresIn > EPOCH_MS ? expiresIn : expiresIn > EPOCH_SECONDS ? expiresIn * 1000 : now + expiresIn * 1000;
  return Math.min(end - RENEW_EARLY_MS, now + LONGEST_TRUST_MS);
}

/** Whole tetri must fit into an integer column; no event costs more than this. */
const GEL_DIGITS_MAX = 7;

/** Parses a bank's amount, a number or a text with up to two decimals, to whole tetri without floating point. */
export const Amount = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(new RegExp(`^\\d{1,${GEL_DIGITS_MAX}}(\\.\\d{1,2}0{0,6})?$`)))
  .transform(toWholeTetri);

function toWholeTetri(amount: string): number {
  const [gel = '0', cents = ''] = amount.split('.');
  return Number(gel) * 100 + Number(cents.slice(0, 2).padEnd(2, '0'));
}
