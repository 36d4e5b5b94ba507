import { withTransaction } from '#server/platform/context.ts';
import { offerPlaces } from '#server/sales/waitlist/offer-places.ts';
import { paths } from '#shared/paths.ts';
import { sellOut } from '#tests/factories/sold-out.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { arrive } from './guest.ts';
import { testInEachView } from './test.ts';

const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' };

testInEachView('a guest waits for a sold-out night, gets an offer, and staff see the line', async ({ language, width }) => {
  const app = await startTestSite();
  const { seller, tickets, eventId } = await sellOut(app, 2, EVENT);
  const { page, t } = await arrive(app, { language, width, isProved: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(paths.event(eventId));
  await page.getByText(t('waitlist:text')).waitFor();
  await expectNoViolations(page, 'a sold-out event with its waitlist');
  await press(t('waitlist:join'));
  await page.getByText(t('waitlist:joined')).waitFor();
  await page.getByText(t('waitlist:place', { place: '1' })).waitFor();
  await expectNoViolations(page, 'a place in the line');

  await seller.api.transfers.listForResale({ id: tickets[0] ?? 0 });
  await withTransaction(app.ctx, (tx) => offerPlaces(tx, eventId));
  const staff = await openConsole(app, { language, width });
  await staff.page.goto(`/staff/events/${eventId}/waitlist`);
  await staff.page.getByText(staff.t('staff-waitlist:counts.listed')).waitFor();
  await expectNoViolations(staff.page, 'the waitlist in the console');

  await page.reload();
  await page.getByRole('link', { name: t('waitlist:to_cart') }).click();
  const name = language === 'ka' ? EVENT.name : EVENT.nameLat;
  await page.getByRole('button', { name: t('cart:remove_named', { name }) }).waitFor();
  await page.goBack();
  await press(t('waitlist:leave'));
  await page.getByText(t('waitlist:last.left')).waitFor();

  await staff.page.reload();
  await staff.page.getByText(staff.t('staff-waitlist:states.left'), { exact: true }).waitFor();
});
