import { expect } from 'vitest';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

/** Starts the site behind a proxy, which names the callers' addresses. */
export const start = (scale = '1') => startTestApp({ env: { RATE_LIMIT_SCALE: scale, TRUST_PROXY: '1' } });

export type From = { address?: string; cookie?: string };

export const logIn = (app: TestApp, email: string, password: string, { address = '203.0.113.7', cookie = '' }: From = {}) =>
  rawCall(app.url, '/api/auth/login', { body: { email, password }, cookie, headers: { 'x-forwarded-for': address } });

export const deviceOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.includes('rkali_device='))
    ?.split(';')[0] ?? '';

/** Guesses wrong passwords for this address until it is refused. */
export async function guessUntilRefused(app: TestApp, email: string, address?: string): Promise<number> {
  for (let guesses = 0; ; guesses += 1) {
    const { status } = await logIn(app, email, 'Wrong-Guess-1', address === undefined ? {} : { address });
    if (status === 429) return guesses;
    expect(status).toBe(401);
  }
}
