import type { Page } from 'playwright-core';
import { demoAdmin, demoGuest, type DemoSite } from '#lab/trial/demo-site.ts';
import { pay } from '#lab/trial/world.ts';
import { paths } from '#shared/paths.ts';
import { wholeApi } from './links.ts';
import { buttonOf, untilWord } from './states.ts';
import type { Screen } from './take.ts';

const TICKETS = 4;

/** Tickets for friends: the buyer's link, and the page that a friend opens. */
export function friendsOf(site: DemoSite): Screen[] {
  return [
    {
      name: 'friends-claim',
      path: () => linkForFriends(site),
      isWindow: true,
      before: () => buyForFriends(site),
      act: (page) => untilWord(page, 'transfers:take.ticketType'),
    },
    { name: 'friends-link', path: paths.myTickets, as: 'guest', isWindow: true, before: () => buyForFriends(site), act: makeLink },
  ];
}

/** Buys the demo guest tickets of an event that wants a name on each; the returned function refunds them. */
async function buyForFriends(site: DemoSite): Promise<() => Promise<void>> {
  const id = site.events[2]?.id ?? 1;
  const { guests, staffOrders, staffMoney } = await wholeApi(site, demoAdmin);
  await guests.setVerifiedOnly({ id, body: { verifiedOnly: false, namesRequired: true } });
  const { cart, payments } = await wholeApi(site, demoGuest);
  await cart.addTicket({ eventId: id });
  await cart.updateTicket({ eventId: id, quantity: TICKETS });
  const { redirect } = await cart.checkout();
  const back = new URL(await pay(redirect, 'approve'));
  await payments.bankReturn({ body: { token: back.searchParams.get('order') ?? '' } });
  return async () => {
    const { items } = await staffOrders.list({ state: 'paid', eventId: id });
    await staffMoney.refundOrder({ id: items[0]?.id ?? 1, body: { reason: 'For a picture.' } });
    await guests.setVerifiedOnly({ id, body: { verifiedOnly: false, namesRequired: false } });
  };
}

async function linkForFriends(site: DemoSite): Promise<string> {
  const { claims } = await wholeApi(site, demoGuest);
  const [group] = (await claims.mine()).groups;
  const { url } = await claims.makeLink({ id: group?.id ?? 0 });
  return paths.acceptTransfer + new URL(url).hash;
}

async function makeLink(page: Page): Promise<void> {
  await (await buttonOf(page, 'transfers:claims.make')).click();
  const link = page.locator('section input[readonly]');
  await link.waitFor();
  await link.locator('xpath=ancestor::section[1]').evaluate((section) => section.scrollIntoView());
}
