import { scans } from '#server/door/door.table.ts';
import { button, openEvent, openScanner, typeNumber } from './at-the-door.ts';
import { isSamePage, loseAnswer, markPage, NO_NETWORK } from './scanner-network.steps.ts';
import { expect, test } from './test.ts';

test('a guest whose ticket could not be checked waits on the screen until the network is back', async () => {
  const { app, ticket } = await openEvent();
  const { page, t } = await openScanner(app, { language: 'ka', allowed: NO_NETWORK });
  await button(page, t('door:type_id')).waitFor();
  await markPage(page);
  await page.context().setOffline(true);
  await typeNumber({ page, t }, ticket.id);
  await page.getByText(t('door:undecided'), { exact: true }).first().waitFor();
  await page.getByText(t('door:decision_failed'), { exact: true }).first().waitFor();
  await page.getByText(t('door:offline')).waitFor();
  await page.context().setOffline(false);
  await page.getByText(t('door:offline')).waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  expect(await isSamePage(page)).toBe(true);
  await button(page, t('door:try_again')).click();
  await page.getByText(t('door:accepted'), { exact: true }).first().waitFor();
  await page.getByText('Salome Drift').first().waitFor();
});

test('a guest who was let in by a decision whose answer got lost is accepted when the ticket comes again', async () => {
  const { app, ticket } = await openEvent();
  const { page, t } = await openScanner(app, { allowed: NO_NETWORK });
  await loseAnswer({ page, t }, ticket.id);
  await button(page, t('door:scan_again')).click();
  await typeNumber({ page, t }, ticket.id);
  await page.getByText(t('door:accepted'), { exact: true }).first().waitFor();
  expect(await app.ctx.db.$count(scans)).toBe(1);
});
