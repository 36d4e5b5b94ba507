import { moneyText } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { sellOut } from '#tests/factories/sold-out.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { arrive } from './guest.ts';
import { expect, testInEachView } from './test.ts';

const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' };

testInEachView('a ticket is named, passed on with a link, and taken by a friend who logs in', async ({ language, width }) => {
  const app = await startTestSite();
  const { seller, tickets } = await sellOut(app, 2, EVENT);
  const [, id = 0] = tickets;
  const owner = await arrive(app, { language, width, user: seller });
  const { page, t } = owner;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(paths.myTickets);
  await page
    .getByRole('list', { name: t('tickets:title') })
    .getByRole('button', { name: t('tickets:transfer_of', { id: String(id) }) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('transfers:name.title'), { exact: true }).fill('გიორგი მაისურაძე');
  await page.keyboard.press('Enter');
  await page.getByText(t('transfers:name.saved')).waitFor();
  await expectNoViolations(page, 'what can be done with a ticket');
  await dialog.getByRole('heading', { level: 2, name: language === 'ka' ? EVENT.name : EVENT.nameLat }).waitFor();
  await page.setViewportSize({ width, height: 480 });
  await dialog.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(dialog.getByRole('button', { name: t('common:close') })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width, height: 900 });
  await press(t('transfers:link.make'));
  const url = await dialog.getByLabel(t('transfers:link.link'), { exact: true }).inputValue();
  expect(url).toMatch(/\/ticket#[\w-]{40,}$/);
  await expectNoViolations(page, 'the link of a ticket');
  await page.keyboard.press('Escape');
  await page
    .getByText(t('tickets:for_name', { name: 'გიორგი მაისურაძე' }))
    .first()
    .waitFor();

  const friend = await arrive(app, { language, width, isProved: true, allowed: /status of 404/ });
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

  // The owner's earlier page says so, and the other ticket is still there.
  await page.reload();
  await page
    .getByRole('button', { name: t('tickets:transfer_of', { id: String(tickets[0]) }) })
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: t('tickets:transfer_of', { id: String(id) }), exact: true }).count()).toBe(0);
  await friend.page.goto(paths.home);
  await friend.page.goto(paths.acceptTransfer + new URL(url).hash);
  await friend.page.getByText(t('transfers:take.states.taken')).waitFor();
  await friend.page.goto(paths.home);
  await friend.page.goto(`${paths.acceptTransfer}#${'x'.repeat(43)}`);
  await friend.page.getByText(t('transfer-errors:transfer_unknown')).waitFor();
  expect(await friend.page.getByRole('button', { name: t('common:try_again') }).count()).toBe(0);
});

testInEachView('a ticket is put back and taken back; the dialog says why something is not possible', async ({ language, width }) => {
  const app = await startTestSite();
  const { seller, tickets } = await sellOut(app, 1, EVENT);
  const [id = 0] = tickets;
  const { page, t } = await arrive(app, { language, width, user: seller });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(paths.myTickets);
  await page
    .getByRole('list', { name: t('tickets:title') })
    .getByRole('button', { name: t('tickets:transfer_of', { id: String(id) }) })
    .click();
  await page.getByRole('dialog').getByText(moneyText(40)).waitFor();
  await press(t('transfers:resale.do'));
  await page.getByText(t('transfers:resale.done')).waitFor();
  await page.getByText(t('transfers:refusals.conflict')).waitFor();
  await expectNoViolations(page, 'a ticket that is put back');
  await press(t('transfers:resale.undo'));
  await page.getByText(t('transfers:resale.undone')).waitFor();
  await page.getByRole('button', { name: t('transfers:link.make') }).waitFor();
});
