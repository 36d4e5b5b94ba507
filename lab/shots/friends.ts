import type { Page } from 'playwright-core';
import { demoAdmin, demoGuest, type DemoSite } from '#lab/trial/demo-site.ts';
import { paths } from '#shared/paths.ts';
import { wholeApi } from './links.ts';
import { buttonOf, untilWord } from './states.ts';
import type { Screen } from './take.ts';

const TICKETS = 4;
const GIFT = {
  firstName: 'Nino',
  lastName: 'Beridze',
  email: demoGuest[0],
  language: 'en',
  reason: 'For friends',
  ticketTypeId: null,
} as const;

/** Tickets for friends: the buyer's link, and the page that a friend opens. */
export function friendsOf(site: DemoSite): Screen[] {
  return [
    {
      name: 'friends-claim',
      path: () => linkForFriends(site),
      isWindow: true,
      before: () => giveForFriends(site),
      act: (page) => untilWord(page, 'transfers:take.ticketType'),
    },
    { name: 'friends-link', path: paths.myTickets, as: 'guest', isWindow: true, before: () => giveForFriends(site), act: makeLink },
  ];
}

/** Gives the demo guest tickets of an event that wants verified guests; returns the function that takes them back. */
async function giveForFriends(site: DemoSite): Promise<() => Promise<void>> {
  const id = site.events[2]?.id ?? 1;
  const { guests, staffTicketTypes } = await wholeApi(site, demoAdmin);
  await guests.setVerifiedOnly({ id, body: { verifiedOnly: true } });
  const { id: giftId } = await staffTicketTypes.give({ id, body: { ...GIFT, quantity: TICKETS } });
  return async () => {
    await staffTicketTypes.revoke({ id: giftId, body: { reason: GIFT.reason } });
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
