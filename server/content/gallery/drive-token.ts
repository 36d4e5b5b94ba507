import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '#server/platform/context.ts';
import { DriveError } from './drive-error.ts';
import { exchange, readJson } from './drive-http.ts';

type Account = { email: string; privateKey: string; tokenUrl: string };
type Token = { value: string; renewAt: number };

const SCOPE = 'https://www.googleapis.com/auth/drive.readonly';
const TIMEOUT_MS = 10_000;
const LIFETIME_SECONDS = 3600;
const RENEW_EARLY_MS = 60_000;

const TokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** Answers the account's access token, which is kept until shortly before its end; with the stale one, a new one. @throws DriveError */
export function createTokenSource(account: Account, clock: Clock): (stale?: string) => Promise<string> {
  let kept: Token | undefined;
  return async (stale) => {
    const now = clock.now().getTime();
    if (!kept || kept.value === stale || kept.renewAt <= now) kept = await fetchToken(account, now);
    return kept.value;
  };
}

async function fetchToken(account: Account, now: number): Promise<Token> {
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: await sign(account, now) });
  const request = { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) };
  return exchange(account.tokenUrl, request, async (response) => {
    if (response.status === 429) throw new DriveError('busy', 'it asks for a pause');
    if (response.status >= 500) throw new DriveError('away', `no access token came (status ${response.status})`);
    if (!response.ok) {
      throw new DriveError(
        'refused',
        'the service account is not accepted: make a new key for DRIVE_SERVICE_ACCOUNT, and see that the clock is right',
      );
    }
    const { access_token: value, expires_in } = await readJson(response, TokenReply);
    return { value, renewAt: now + expires_in * 1000 - RENEW_EARLY_MS };
  });
}

async function sign({ email, privateKey, tokenUrl }: Account, now: number): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(tokenUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_SECONDS)
    .sign(await importPKCS8(privateKey, 'RS256'));
}
