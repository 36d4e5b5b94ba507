import { z } from 'zod';
import { textOf } from '#server/platform/http/text-of.ts';
import { DriveError } from './drive-error.ts';

const Failure = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).optional() }) });

/** A page of a listing has a few hundred KB at most. */
const ANSWER_BYTES_MAX = 5_000_000;

/** Too much was asked of Drive, by us or by everybody. */
const BUSY_REASONS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded', 'quotaExceeded']);

/** Sends a request and reads its answer with `read`, which says what else than 2xx it understands. It is not led elsewhere. @throws DriveError away */
export async function exchange<T>(url: URL | string, request: RequestInit, read: (response: Response) => Promise<T>): Promise<T> {
  try {
    return await read(await fetch(url, { redirect: 'error', ...request }));
  } catch (error) {
    if (error instanceof DriveError) throw error;
    // Nothing of the error itself: it may name the address.
    throw new DriveError('away', `no whole answer came (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : codeOf(error.cause);
}

/** What an answer that is not 2xx means; Drive says with 403 both that we may not and that we asked too often. */
export async function toDriveError(response: Response): Promise<DriveError> {
  const { status } = response;
  const reason = reasonIn(await textOf(response, ANSWER_BYTES_MAX));
  const told = reason ? `status ${status}, ${reason}` : `status ${status}`;
  if (status === 429 || (status === 403 && BUSY_REASONS.has(reason))) return new DriveError('busy', `it asks for a pause (${told})`);
  if (status >= 500 || status === 408) return new DriveError('away', `it failed (${told})`);
  return new DriveError('refused', told, status);
}

/** One word of Google's, such as `notFound`; empty when there is none. */
function reasonIn(text: string): string {
  const failure = Failure.safeParse(jsonOf(text));
  const reason = failure.data?.error.errors?.[0]?.reason ?? '';
  return /^\w{1,60}$/.test(reason) ? reason : '';
}

/** @throws DriveError away, when it is not JSON or not of this shape */
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

/**
 * Follows an answer that leads to where Drive keeps the content of a file, without our key or token: the address itself lets us in.
 * @throws DriveError away, when that is no place of Google's
 */
export async function fetchFromStore(moved: Response, apiUrl: string, signal: AbortSignal): Promise<Response> {
  const url = new URL(moved.headers.get('location') ?? '', moved.url);
  if (!isStoreOfDrive(url, apiUrl)) throw new DriveError('away', 'it leads to an address that is not its own');
  return fetch(url, { signal, redirect: 'error' });
}

/** Where `apiUrl` is Google's, its own hosts over https; where it stands in for Google's, itself. */
export function isStoreOfDrive({ protocol, hostname, origin }: URL, apiUrl: string): boolean {
  return origin === new URL(apiUrl).origin || (protocol === 'https:' && /\.(googleusercontent|googleapis)\.com$/.test(hostname));
}
