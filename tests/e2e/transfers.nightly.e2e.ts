import { paths } from '#shared/paths.ts';
import { mailedProof } from '#tests/factories/email-proof.ts';
import { sellOut } from '#tests/factories/sold-out.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { arrive } from './guest.ts';
import { expect, test, testInEachView } from './test.ts';
import { EVENT, openTicket } from './transfers.steps.ts';

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
  await page.getByText(t('accounts:email_verification.sent', { email: friend.email })).waitFor();
  await expectNoViolations(page, 'a ticket of a friend whose address is not proved');
  await page.getByLabel(t('accounts:second_factor.fields.mail')).fill((await mailedProof(app, friend.email)).code);
  await page.keyboard.press('Enter');
  await page.getByText(t('transfers:take.taken')).waitFor();
});

testInEachView('a ticket gets the name of its guest, and its dialog can be closed on a low screen', async ({ language, width }) => {
  const app = await startTestSite();
  const { seller, tickets } = await sellOut(app, 1, EVENT);
  const { page, t } = await arrive(app, { language, width, user: seller });
  const { dialog } = await openTicket({ page, t }, tickets[0] ?? 0);
  await dialog.getByLabel(t('transfers:name.title'), { exact: true }).fill('გიორგი მაისურაძე');
  await page.keyboard.press('Enter');
  await page.getByText(t('transfers:name.saved')).waitFor();
  await expectNoViolations(page, 'what can be done with a ticket');
  await dialog.getByRole('heading', { level: 2, name: language === 'ka' ? EVENT.name : EVENT.nameLat }).waitFor();
  await page.setViewportSize({ width, height: 480 });
  await dialog.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(dialog.getByRole('button', { name: t('common:close') })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page
    .getByText(t('tickets:for_name', { name: 'გიორგი მაისურაძე' }))
    .first()
    .waitFor();
});

test('a link whose ticket was taken says so, and an unknown one offers no second try', async () => {
  const app = await startTestSite();
  const { seller, tickets } = await sellOut(app, 1, EVENT);
  const { url } = await seller.api.transfers.makeLink({ id: tickets[0] ?? 0 });
  const { page, t } = await arrive(app, { width: 390, isProved: true, allowed: /status of 404/ });
  await page.goto(paths.acceptTransfer + new URL(url).hash);
  await page.getByRole('button', { name: t('transfers:take.take') }).click();
  await page.getByText(t('transfers:take.taken')).waitFor();
  await page.goto(paths.home);
  await page.goto(paths.acceptTransfer + new URL(url).hash);
  await page.getByText(t('transfers:take.states.taken')).waitFor();
  await page.goto(paths.home);
  await page.goto(`${paths.acceptTransfer}#${'x'.repeat(43)}`);
  await page.getByText(t('transfer-errors:transfer_unknown')).waitFor();
  expect(await page.getByRole('button', { name: t('common:try_again') }).count()).toBe(0);
});
