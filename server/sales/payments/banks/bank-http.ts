import { type BankToken, bankToken, type SignIn } from './bank-token.ts';
import { BankError } from './provider.ts';

/** How long a bank may take to answer, all of its body included. */
export type BankTimeouts = { signInMs: number; readMs: number; writeMs: number };

export type BankAccess = {
  apiUrl: () => string;
  /** The call that answers a token. */
  signIn: () => SignIn;
  /** Sent with every call. */
  headers?: Record<string, string>;
  timeouts?: Partial<BankTimeouts>;
  /** Ends every call when it aborts, and lets none begin. */
  hardStop?: AbortSignal | undefined;
  /** Epoch in milliseconds: what the age of a token is measured with. */
  now?: () => number;
};

/** A `GET` only reads; whatever is posted may have been done although no answer came. */
export type BankCall = { method: 'GET' | 'POST'; path: string; body?: unknown; headers?: Record<string, string> };
export type BankCaller = (call: BankCall) => Promise<unknown>;

const TIMEOUTS: BankTimeouts = { signInMs: 10_000, readMs: 10_000, writeMs: 20_000 };
const ANSWER_MAX_BYTES = 1024 * 1024;

/** Calls of a bank's JSON API with its token, which is kept until shortly before its end and renewed once on 401. @throws BankError */
export function createBankCaller({ apiUrl, signIn, headers = {}, timeouts = {}, hardStop, now = Date.now }: BankAccess): BankCaller {
  const limits = { ...TIMEOUTS, ...timeouts };
  const within = (timeoutMs: number): AbortSignal => AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(hardStop ? [hardStop] : [])]);
  const token = bankToken(async () => {
    const { url, ...form } = signIn();
    return exchange(url, { method: 'POST', ...form, headers: { ...headers, ...form.headers }, signal: within(limits.signInMs) }).then(
      readReply,
    );
  }, now);

  const send = ({ method, path, body, headers: own = {} }: BankCall, { value }: BankToken): Promise<Answer> =>
    exchange(apiUrl() + path, {
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
  return async (call) => {
    const known = await token.get();
    const first = await send(call, known);
    return readReply(first.status === 401 ? await send(call, await token.renew(known)) : first);
  };
}

type Answer = { status: number; text: string };

/** A bank that leads elsewhere is not followed: nobody else may have the token. */
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

/** A refusal is certain only when the bank says so; a failing, busy or unreadable bank may have done it. */
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

/** What bytes from outside say as JSON, or nothing. */
export function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}
