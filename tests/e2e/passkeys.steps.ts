import type { CDPSession, Page } from 'playwright-core';
import { freePort } from '#lab/trial/server-process.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';

/** These tests provoke refusals. */
export const allowed = /status of (400|401|403|409)/;

/** Starts a site at the name `localhost`: passkeys do not work for IP addresses. */
export async function startNamedSite(): Promise<TestApp> {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  return { ...(await startTestSite({ env: { PORT: port, PUBLIC_URL: url } })), url };
}

/**
 * Gives the browser an authenticator whose user is present and agrees; `refuse` makes the user leave, as by closing the browser's dialog.
 */
export async function plugIn(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  return {
    refuse: (isRefusing: boolean) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefusing }),
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    unplug: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

/** Removes the session from the browser without telling the server. */
export async function forgetSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of ['accessToken', 'accessTokenReceivedAt']) localStorage.removeItem(key);
  });
  await page.context().clearCookies({ name: 'rkali_refresh' });
}
