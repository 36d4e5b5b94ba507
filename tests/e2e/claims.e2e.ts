import { paths } from '#shared/paths.ts';
import { buyForFriends } from '#tests/factories/claims.ts';
import { createGuest, tokenIn } from '#tests/factories/sold-out.ts';
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

test('tickets for friends that do not come are fetched again; where the server has none, nothing is missed', async () => {
  const app = await startTestSite();
  const { buyer } = await buyForFriends(app, 2, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', namesRequired: true });
  const { page, t } = await arrive(app, { width: 390, user: buyer, allowed: /status of (404|500)/ });
  const own = page.getByRole('button', { name: t('tickets:transfer') }).first();
  const answer = async (status: number) => {
    await page.unroute(/my-tickets\/claims/);
    await page.route(/my-tickets\/claims/, (route) => route.fulfill({ status, json: {} }));
  };
  await answer(404);
  const answered = page.waitForResponse(/my-tickets\/claims/);
  await page.goto(paths.myTickets);
  await answered;
  await own.waitFor();
  await expect(page.getByText(t('tickets:friends_failed'))).toHaveCount(0);
  // 200 with an answer of another shape is no answer either.
  for (const status of [500, 200]) {
    await answer(status);
    await page.reload();
    await page.getByText(t('tickets:friends_failed')).first().waitFor();
    await own.waitFor();
  }
  await page.unroute(/my-tickets\/claims/);
  await page.getByRole('button', { name: t('common:try_again') }).click();
  await page.getByRole('button', { name: t('transfers:claims.make') }).waitFor();
});

test('the focus stays at the tickets when the last place for a friend is kept', async () => {
  const app = await startTestSite();
  const { buyer } = await buyForFriends(app, 2, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', namesRequired: true });
  const [own] = await buyer.api.tickets.mine();
  const { url } = await buyer.api.transfers.makeLink({ id: own?.id ?? 0 });
  await (await createGuest(app)).api.transfers.take({ body: { token: tokenIn(url) } });
  const { page, t } = await arrive(app, { width: 390, user: buyer });
  await page.goto(paths.myTickets);
  const keep = t('transfers:claims.keep_of', { number: '1' });
  await page.getByRole('button', { name: new RegExp(`^${keep.slice(0, -1)}`) }).click();
  await expect(page.getByRole('region', { name: t('tickets:title'), exact: true }).first()).toBeFocused();
});
