import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { makeCertificates } from '#tests/setup/certificates.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit } from './site.ts';
import { expect, test } from './test.ts';

/** Returns settings for both wallets with certificates made for this test. */
async function walletEnv(): Promise<Record<string, string>> {
  const folder = createTestFolder();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = { client_email: 'tickets@project.example', private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
  const files = { ...makeCertificates(), account: JSON.stringify(account) };
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
  return {
    APPLE_PASS_TYPE_ID: 'pass.example.rkali',
    APPLE_TEAM_ID: 'TEAM123456',
    APPLE_PASS_CERT: join(folder, 'certificate'),
    APPLE_PASS_KEY: join(folder, 'key'),
    APPLE_WWDR_CERT: join(folder, 'authority'),
    GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
    GOOGLE_WALLET_ACCOUNT: join(folder, 'account'),
  };
}

for (const isConfigured of [false, true])
  test(`a ticket goes into the wallets that are configured, and only then is that offered: ${isConfigured}`, async () => {
    const app = await startTestSite({ env: isConfigured ? await walletEnv() : {} });
    const guest = await createUser(app.ctx);
    const { id: eventId } = await createEvent(app.ctx);
    const { id } = await createTicket(app.ctx, { userId: guest.id, eventId });
    const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
    await page.goto(paths.about);
    await page.evaluate((token) => {
      localStorage.setItem('accessTokenReceivedAt', String(Date.now()));
      localStorage.setItem('accessToken', token);
    }, guest.accessToken);
    await page.goto(paths.profile);
    await page.locator('button[aria-controls=my-tickets]').click();
    await page.getByRole('article').getByRole('heading').waitFor();
    const wallet = (name: string) => page.getByRole('button', { name: `${name} Wallet, Ticket ${id}` });
    expect([await wallet('Apple').count(), await wallet('Google').count()]).toEqual(isConfigured ? [1, 1] : [0, 0]);
    if (!isConfigured) return;

    const [download] = await Promise.all([page.waitForEvent('download'), wallet('Apple').click()]);
    expect(download.suggestedFilename()).toBe(`ticket-${id}.pkpass`);
    await page.route('https://pay.google.com/**', (route) => route.fulfill({ body: 'saved' }));
    await wallet('Google').click();
    await page.waitForURL(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/);
  });
