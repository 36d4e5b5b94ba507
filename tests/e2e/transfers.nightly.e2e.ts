import { paths } from '#shared/paths.ts';
import { mailedProof } from '#tests/factories/email-proof.ts';
import { sellOut } from '#tests/factories/sold-out.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { arrive } from './guest.ts';
import { test } from './test.ts';

const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' };

test('a link leads over the login back to the ticket', async () => {
  const app = await startTestSite();
  const { seller, tickets } = await sellOut(app, 1, EVENT);
  const { url } = await seller.api.transfers.makeLink({ id: tickets[0] ?? 0 });
  const friend = await arrive(app, { width: 390, allowed: /status of 403/ });
  const { page, t } = friend;
  await page.goto(paths.acceptTransfer + new URL(url).hash);
  await page.getByRole('button', { name: t('transfers:take.other_account') }).click();
  await page.getByLabel(t('accounts:fields.email')).fill(friend.email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(friend.password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: t('accounts:way_back.ticket.link') }).click();
  await page.getByRole('button', { name: t('transfers:take.take') }).click();
  // The ticket is transferred to an address, so the friend must prove its mailbox.
  await page.getByText(t('accounts:email_proof.sent', { email: friend.email })).waitFor();
  await expectNoViolations(page, 'a ticket of a friend whose address is not proved');
  await page.getByLabel(t('accounts:second_factor.fields.mail')).fill((await mailedProof(app, friend.email)).code);
  await page.keyboard.press('Enter');
  await page.getByText(t('transfers:take.taken')).waitFor();
});
