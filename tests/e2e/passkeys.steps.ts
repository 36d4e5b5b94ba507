import type { CDPSession, Locator, Page } from 'playwright-core';
import { freePort } from '#lab/trial/server-process.ts';
import { paths } from '#shared/paths.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import type { Guest } from './guest.ts';
import { press } from './log-in.ts';

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

/** Opens the second factors in the profile. */
export async function openSecurity({ page, t }: Guest): Promise<Locator> {
  await page.goto(`${paths.profile}#security`);
  return page.getByRole('region', { name: t('accounts:second_factor.title') });
}

/** Adds the passkey of the plugged-in authenticator, and returns the section that shows it. */
export async function addOwnPasskey(guest: Guest): Promise<Locator> {
  const { page, t } = guest;
  const section = await openSecurity(guest);
  await section.getByRole('button', { name: t('accounts:second_factor.add_passkey') }).click();
  await press(page, t('accounts:second_factor.begin'));
  await press(page, t('accounts:second_factor.stored'));
  await section
    .getByRole('listitem')
    .filter({ hasText: t('accounts:second_factor.kinds.passkey') })
    .waitFor();
  return section;
}
