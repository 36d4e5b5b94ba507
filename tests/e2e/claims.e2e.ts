import { paths } from '#shared/paths.ts';
import { buyForFriends } from '#tests/factories/claims.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { arrive } from './guest.ts';
import { expect, test } from './test.ts';

test('a buyer shares one link; a friend opens it, claims a ticket, and both see whose it is', async ({ language, width }) => {
  const app = await startTestSite();
  const { buyer } = await buyForFriends(app, 3, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', namesRequired: true });
  const { page, t } = await arrive(app, { language, width, user: buyer });
  await page.goto(paths.myTickets);
  await page.getByRole('button', { name: t('transfers:claims.make') }).click();
  const url = await page.getByLabel(t('transfers:link.link'), { exact: true }).inputValue();
  await expectNoViolations(page, 'tickets for friends');
  const friend = await arrive(app, { language, width, isProved: true });
  await friend.page.goto(paths.acceptTransfer + new URL(url).hash);
  await friend.page.getByText(t('transfers:take.lead_claim_other', { name: 'Nino', count: '2' })).waitFor();
  await friend.page.getByRole('button', { name: t('transfers:take.take') }).click();
  await friend.page.getByText(t('transfers:take.taken')).waitFor();
  await expect(friend.page.getByRole('button', { name: t('tickets:transfer') }).first()).toBeVisible();
  await page.reload();
  await page.getByText(t('transfers:claims.states.claimed')).waitFor();
  await page.getByText(t('transfers:claims.states.unclaimed')).waitFor();
});
