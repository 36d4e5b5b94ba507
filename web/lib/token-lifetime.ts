import { TOKEN_REFRESH_LEAD_MS } from '#shared/constants.ts';
import type { KeptToken } from './token-store.ts';

const SECOND_MS = 1000;

/**
 * When the token should be replaced (spec §4: 60 s before it expires; halfway for one that lives less than two minutes), by this device's
 * clock. Its lifetime is counted from the moment it came, so that a clock that is wrong does no harm. `undefined` for a token that does
 * not say when it ends.
 */
export function refreshDueAt({ token, receivedAt }: KeptToken, now: number): number | undefined {
  const claims = claimsOf(token);
  const issuedAt = numberIn(claims, 'iat');
  const expiresAt = numberIn(claims, 'exp');
  if (expiresAt === undefined) return undefined;
  const lifetimeMs = (expiresAt - (issuedAt ?? expiresAt)) * SECOND_MS;
  const isCounted = lifetimeMs > 0 && receivedAt > 0 && receivedAt <= now;
  const endsAt = isCounted ? receivedAt + lifetimeMs : expiresAt * SECOND_MS;
  return endsAt - (isCounted ? Math.min(TOKEN_REFRESH_LEAD_MS, lifetimeMs / 2) : TOKEN_REFRESH_LEAD_MS);
}

/** Whose token it is, as it says itself. */
export function subjectOf(token: string | null): string | undefined {
  const claims = token === null ? undefined : claimsOf(token);
  const subject: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'sub') : undefined;
  return typeof subject === 'string' ? subject : undefined;
}

/** What a JWT carries. Nothing is verified: only the server can. */
function claimsOf(token: string): unknown {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return undefined;
  }
}

function numberIn(claims: unknown, name: string): number | undefined {
  const value: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, name) : undefined;
  return typeof value === 'number' ? value : undefined;
}
