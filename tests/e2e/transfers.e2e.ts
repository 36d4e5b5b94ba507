import { moneyText } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { sellOut } from '#tests/factories/sold-out.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { arrive } from './guest.ts';
import { expect, testInEachView } from './test.ts';
import { EVENT, openTicket } from './transfers.steps.ts';

testInEachView('a ticket is passed on with a link, and taken by a friend who is logged in', async ({ language, width }) => {
  const app = await startTestSite();
  const { seller, tickets } = await sellOut(app, 2, EVENT);
  const [, id = 0] = tickets;
  const { page, t } = await arrive(app, { language, width, user: seller });
  const { dialog, open } = await openTicket({ page, t }, id);
  await page.getByRole('button', { name: t('transfers:link.make'), exact: true }).click();
  const url = await dialog.getByLabel(t('transfers:link.link'), { exact: true }).inputValue();
  expect(url).toMatch(/\/ticket#[\w-]{40,}$/);
  await expectNoViolations(page, 'the link of a ticket');

  const friend = await arrive(app, { language, width, isProved: true });
  await friend.page.goto(paths.acceptTransfer + new URL(url).hash);
  await friend.page.getByText(t('transfers:take.lead', { name: 'Nino' })).waitFor();
  expect(friend.page.url()).not.toContain('#');
  await expectNoViolations(friend.page, 'a ticket of a friend');
  await friend.page.getByRole('button', { name: t('transfers:take.take') }).click();
  await friend.page.getByText(t('transfers:take.taken')).waitFor();
  await friend.page
    .getByRole('button', { name: t('tickets:transfer') })
    .first()
    .waitFor();
  await page.reload();
  await page.getByRole('list', { name: t('tickets:title') }).waitFor();
  await expect(open).toHaveCount(0);
});

testInEachView('a ticket is put back and taken back; the dialog says why something is not possible', async ({ language, width }) => {
  const app = await startTestSite();
  const { seller, tickets } = await sellOut(app, 1, EVENT);
  const [id = 0] = tickets;
  const { page, t } = await arrive(app, { language, width, user: seller });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const { dialog } = await openTicket({ page, t }, id);
  await dialog.getByText(moneyText(40)).waitFor();
  await press(t('transfers:resale.do'));
  await page.getByText(t('transfers:resale.done')).waitFor();
  await page.getByText(t('transfers:refusals.conflict')).waitFor();
  await expectNoViolations(page, 'a ticket that is put back');
  await press(t('transfers:resale.undo'));
  await page.getByText(t('transfers:resale.undone')).waitFor();
  await page.getByRole('button', { name: t('transfers:link.make') }).waitFor();
});
