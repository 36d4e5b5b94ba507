import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { DriveSettings } from '#server/platform/config/env-drive.ts';
import type { Clock } from '#server/platform/context.ts';
import { textOf } from '#server/platform/http/text-of.ts';

/**
 * `away`: unavailable for now. `busy`: Drive requires a pause. `refused`: the owner must correct something. `spoilt`: this file cannot be
 * read as it is. The message gives the owner the reason, and never a URL, which may contain the key.
 */
export class DriveError extends Error {
  override readonly name = 'DriveError';
  readonly kind: 'away' | 'busy' | 'refused' | 'spoilt';
  /** The HTTP status of Drive's refusal. */
  readonly status: number | undefined;
  constructor(kind: DriveError['kind'], message: string, status?: number) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

/**
 * Calls the Drive API at this path and reads a 2xx answer; the content of a file may come from another of Google's hosts.
 * @throws DriveError
 */
type DriveCaller = <T>(
  path: string,
  query: Record<string, string>,
  request: { signal: AbortSignal; isContent?: boolean },
  read: (response: Response) => Promise<T>,
) => Promise<T>;

const TOKEN_TIMEOUT_MS = 10_000;
const TOKEN_LIFETIME_S = 3600;
const RENEW_EARLY_MS = 60_000;
/** A page of a list has a few hundred KB at most. */
const ANSWER_BYTES_MAX = 5_000_000;
const BUSY_REASONS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded', 'quotaExceeded']);
const Failure = z.object({ error: z.object({ errors: z.tuple([z.object({ reason: z.string().regex(/^\w{1,60}$/) })], z.unknown()) }) });
const TokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/**
 * Sends requests with the key or the account's token, which is cached until shortly before it expires and renewed once if it is refused.
 */
export function createDriveCaller(settings: DriveSettings, clock: Clock): DriveCaller {
  const { access, apiUrl, tokenUrl, driveId } = settings;
  let token: { value: string; renewAt: number } | undefined;
  const authorize = async (): Promise<Record<string, string>> => {
    if ('apiKey' in access) return {};
    const now = clock.now().getTime();
    if (!token || token.renewAt <= now) token = await fetchToken(access, tokenUrl, now);
    return { authorization: `Bearer ${token.value}` };
  };
  return async (path, query, { signal, isContent = false }, read) => {
    const url = new URL(apiUrl + path);
    const shared = driveId === undefined ? {} : { supportsAllDrives: 'true' };
    url.search = new URLSearchParams({ ...query, ...shared, ...('apiKey' in access && { key: access.apiKey }) }).toString();
    const send = async () => fetch(url, { headers: await authorize(), signal, redirect: isContent ? 'manual' : 'error' });
    return orAway(async () => {
      let response = await send();
      if (response.status === 401 && token) {
        token = undefined;
        response = await send();
      }
      if (response.status >= 300 && response.status < 400) response = await fetchFromStore(response, apiUrl, signal);
      if (response.status === 401)
        throw new DriveError('refused', `${'apiKey' in access ? 'DRIVE_API_KEY' : 'the token of DRIVE_SERVICE_ACCOUNT'} is not accepted`);
      if (!response.ok) throw await failureOf(response);
      return read(response);
    });
  };
}

/** Hides the library's error, which may contain the URL with the key. */
async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DriveError ? error : new DriveError('away', `no whole answer came (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : codeOf(error.cause);
}

/** Drive answers 403 both for a missing permission and for too many requests. */
async function failureOf(response: Response): Promise<DriveError> {
  const { status } = response;
  const reason = Failure.safeParse(jsonOf(await textOf(response, ANSWER_BYTES_MAX))).data?.error.errors[0].reason ?? '';
  const failure = reason ? `status ${status}, ${reason}` : `status ${status}`;
  if (status === 429 || (status === 403 && BUSY_REASONS.has(reason))) return new DriveError('busy', `it asks for a pause (${failure})`);
  if (status >= 500 || status === 408) return new DriveError('away', `it failed (${failure})`);
  return new DriveError('refused', failure, status);
}

/** @throws DriveError `away`, if it is not JSON or not of this shape */
export async function readJson<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const result = schema.safeParse(jsonOf(await textOf(response, ANSWER_BYTES_MAX)));
  if (!result.success) throw new DriveError('away', 'its answer cannot be understood');
  return result.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Drive may redirect to the host that stores the content. Our key and token are not sent there, because the URL itself grants access. */
async function fetchFromStore(moved: Response, apiUrl: string, signal: AbortSignal): Promise<Response> {
  const url = new URL(moved.headers.get('location') ?? '', moved.url);
  if (!isStoreOfDrive(url, apiUrl)) throw new DriveError('away', 'it leads to an address that is not its own');
  return fetch(url, { signal, redirect: 'error' });
}

/** Returns true for Google's own hosts over HTTPS, and for the host of `apiUrl`. */
export const isStoreOfDrive = ({ protocol, hostname, origin }: URL, apiUrl: string): boolean =>
  origin === new URL(apiUrl).origin || (protocol === 'https:' && /\.(googleusercontent|googleapis)\.com$/.test(hostname));

async function fetchToken({ email, privateKey }: { email: string; privateKey: string }, tokenUrl: string, now: number) {
  const issuedAt = Math.floor(now / 1000);
  const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/drive.readonly' })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(tokenUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFETIME_S)
    .sign(await importPKCS8(privateKey, 'RS256'));
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const response = await fetch(tokenUrl, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS) });
  if (response.status === 429) throw new DriveError('busy', 'it asks for a pause');
  if (response.status >= 500) throw new DriveError('away', `no access token came (status ${response.status})`);
  if (!response.ok)
    throw new DriveError(
      'refused',
      'the service account is not accepted: make a new key for DRIVE_SERVICE_ACCOUNT, and see that the clock is right',
    );
  const { access_token: value, expires_in } = await readJson(response, TokenReply);
  return { value, renewAt: now + expires_in * 1000 - RENEW_EARLY_MS };
}
