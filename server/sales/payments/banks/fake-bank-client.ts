import type { Env } from '#server/platform/config/env.ts';
import { loadSecret, purposeKey } from '#server/platform/config/secrets.ts';

const LENGTH = 24;

/** What the fake bank gave this club to sign in with: of this installation, so that nobody else opens orders there. */
export function fakeBankClient(env: Pick<Env, 'dataDir' | 'secret'>): { clientId: string; clientSecret: string } {
  return { clientId: 'club', clientSecret: purposeKey(loadSecret(env), 'fake-bank', LENGTH).toString('base64url') };
}
