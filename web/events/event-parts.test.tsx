import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { BasketView } from '#shared/events/events.contract.ts';
import { eventView } from '#tests/factories/event-view.ts';
import { show } from '#tests/setup/show.tsx';
import { testSite } from '#tests/setup/test-site.ts';
import { SiteProvider } from '#web/lib/site.tsx';
import { LineUp } from '#web/event-list/line-up.tsx';
import type { Offer } from '#web/event-list/offer.tsx';
import { BuyCard, type Buying } from './buy-card.tsx';
import { Description } from './description.tsx';
import { EventNotes } from './event.page.tsx';
import { EventRuler, NowList } from './event-ruler.tsx';

function render(part: ReactNode, now = '2026-11-22T03:00:00+04:00'): string {
  const router = createMemoryRouter([{ path: '*', element: part }]);
  return show(<RouterProvider router={router} />, 'en', now);
}

const event = eventView({
  name: 'ღრმა მტკვარი',
  nameLat: 'Deep Kura',
  lineUps: [
    { id: 1, floor: 1, artistName: 'OBERTON', startTime: '2026-11-22T02:00:00+04:00', isHeaderLineUp: true, soundUrl: null },
    { id: 2, floor: 1, artistName: 'Sister Static', startTime: '2026-11-22T04:30:00+04:00', isHeaderLineUp: false, soundUrl: null },
  ],
});

const idle: Buying = { state: 'idle', warning: undefined, add: () => undefined };
const card = (offer: Offer, buying: Partial<Buying> = {}, isSignedIn = true, ticketTypes: readonly BasketView[] = []) =>
  render(
    <BuyCard offer={offer} ticketTypes={ticketTypes} isVerifiedOnly={false} isSignedIn={isSignedIn} buying={{ ...idle, ...buying }} />,
  );

const early: BasketView = { id: 1, name: 'ადრეული', nameLat: 'Early', price: 35, available: 3, onSaleFrom: null, onSaleUntil: null };
const regular: BasketView = { ...early, id: 2, name: 'შესვლა', nameLat: 'Entry', price: 45 };

test('with two ticket types the card names the one on sale and the price of the next', () => {
  const onSale = { kind: 'on_sale', price: 35 } as const;
  const text = (...ticketTypes: BasketView[]) =>
    card(onSale, {}, true, ticketTypes)
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('\u00a0', ' ');
  expect(text(early, regular)).toContain('Early · then 45,00 ₾');
  expect(text(early, { ...regular, available: 0, onSaleFrom: '2026-11-23T12:00:00+04:00' })).toContain('then 45,00 ₾');
  for (const ticketTypes of [[early], [early, { ...regular, available: 0 }], [early, { ...regular, price: null }]])
    expect(text(...ticketTypes)).not.toContain('then');
  expect(card({ kind: 'sold_out', price: 35 }, {}, true, [early, regular])).not.toContain('then');
});

test('the only stage of a club has no name above its acts', () => {
  const parts = (
    <>
      <LineUp event={event} isToCome />
      <EventRuler event={event} linkOf={() => '/'} />
      <NowList event={event} />
    </>
  );
  const named = render(parts);
  expect(named.match(/Main Stage/g)).toHaveLength(5);
  const alone = render(<SiteProvider site={{ ...testSite, stages: 1 }}>{parts}</SiteProvider>);
  expect(alone).not.toContain('Main Stage');
  expect(alone).toContain('aria-label="02:00 to 04:30, OBERTON, playing now"');
  // The act is on a stage that the club no longer has, so both stages are named.
  const [first] = event.lineUps;
  const before = { ...event, lineUps: [...event.lineUps, ...(first ? [{ ...first, id: 3, floor: 2 as const }] : [])] };
  const both = render(
    <SiteProvider site={{ ...testSite, stages: 1 }}>
      <LineUp event={before} isToCome />
    </SiteProvider>,
  );
  expect(both).toMatch(/Main Stage.*Space Stage/s);
});

test('a ticket on sale has its price and its button, and says that a login comes first', () => {
  const html = card({ kind: 'on_sale', price: 40.5 }, {}, false);
  expect(html).toContain('40,50\u00a0₾');
  expect(html).toContain('Get Ticket');
  expect(html).toContain('You’ll be asked to log in');
  expect(html).not.toContain('aria-disabled');
  expect(card({ kind: 'on_sale', price: 40.5 })).not.toContain('You’ll be asked to log in');
});

test('while a ticket is added the button is busy, and afterwards the cart is one step away', () => {
  expect(card({ kind: 'on_sale', price: 40 }, { state: 'adding' })).toMatch(/aria-disabled="true" aria-busy="true".*Adding…/s);
  const added = card({ kind: 'on_sale', price: 40 }, { state: 'added' });
  expect(added).toContain('In your cart');
  expect(added).toMatch(/href="\/Cart".*View cart/s);
});

test('a refusal is shown under the button, before what comes next', () => {
  const warning = 'You already have a ticket for this event in your cart.';
  const refused = card({ kind: 'on_sale', price: 35 }, { state: 'added', warning }, true, [early, regular]);
  expect(refused).toMatch(new RegExp(`View cart.*${warning}.*then`, 's'));
});

test('without a price or a place the button is off and says why [§5.no-price]', () => {
  const noPrice = card({ kind: 'no_price' });
  expect(noPrice).toContain('aria-disabled="true"');
  expect(noPrice).toContain('Ticket price is currently not available. Cannot add to cart.');
  const soldOut = show(
    <SiteProvider site={{ ...testSite, waitlist: false }}>
      <BuyCard offer={{ kind: 'sold_out', price: 40 }} ticketTypes={[]} isVerifiedOnly={false} isSignedIn buying={idle} />
    </SiteProvider>,
  );
  expect(soldOut).toContain('aria-disabled="true"');
  expect(soldOut).toMatch(/Sold out.*No tickets are available right now\./s);
  const soon = card({ kind: 'not_yet', price: 40, from: '2026-11-21T12:00:00+04:00' });
  expect(soon).toContain('aria-disabled="true"');
  expect(soon).toMatch(/40,00.*Not on sale yet.*Tickets from November 21, 2026, 12:00/s);
  expect(card({ kind: 'sale_over', price: 40 })).toMatch(/Sale ended.*Tickets for this event are no longer on sale\./s);
});

test('with a waitlist the button of a sold-out event leads to it', () => {
  const soldOut = card({ kind: 'sold_out', price: 40 });
  expect(soldOut).toMatch(/href="[^"]*#waitlist".*Join waitlist.*No tickets are available right now\./s);
  expect(soldOut).not.toContain('aria-disabled');
});

test('what a code opens says why the price is another one, in place of the ticket types', () => {
  const offer = { kind: 'on_sale', price: 25 } as const;
  const opened = render(
    <BuyCard offer={offer} ticketTypes={[early, regular]} priceNote="FRIENDS" isVerifiedOnly={false} isSignedIn buying={idle} />,
  );
  expect(opened).toContain('FRIENDS');
  expect(opened).not.toContain('Early');
});

test('a price of 0 is shown as a word', () => {
  const html = card({ kind: 'on_sale', price: 0 });
  expect(html).toContain('Free');
  expect(html).not.toContain('₾');
  expect(html).not.toContain('No fees added');
});

test('a line-up that is missing comes later, unless the event is over or cancelled', () => {
  const empty = { ...event, lineUps: [] };
  expect(render(<LineUp event={empty} isToCome />)).toContain('Line-up to be announced.');
  expect(render(<LineUp event={empty} isToCome={false} />)).not.toContain('Line-up to be announced.');
});

test('a dress code is among what to know before buying, where an event has one', () => {
  expect(render(<EventNotes dressCode="Black, shoes for dancing" isSoldOut={false} ticketsPerPerson={4} />)).toContain(
    'Dress code: Black, shoes for dancing',
  );
  expect(render(<EventNotes dressCode="" isSoldOut={false} ticketsPerPerson={4} />)).not.toContain('Dress code');
  expect(render(<EventNotes dressCode="" isSoldOut={false} ticketsPerPerson={4} />)).toContain('QR code');
  expect(render(<EventNotes dressCode="" isSoldOut ticketsPerPerson={4} />)).not.toContain('QR code');
});

test.each([
  [1, 'One ticket per person.'],
  [4, 'Up to 4 tickets per person.'],
])('says that one person may have %i tickets', (ticketsPerPerson, text) => {
  expect(render(<EventNotes dressCode="" isSoldOut={false} ticketsPerPerson={ticketsPerPerson} />)).toContain(text);
  expect(render(<EventNotes dressCode="" isSoldOut={false} ticketsPerPerson={0} />)).not.toContain('per person');
});

test('a cancelled event says so and offers nothing', () => {
  const html = card({ kind: 'cancelled' });
  expect(html).toContain('This event is cancelled');
  expect(html).toContain('href="/AllEvents/upcoming"');
  expect(html).not.toContain('Get Ticket');
});

test('an event that is over has no button but its price and a way to the next ones', () => {
  const html = card({ kind: 'over', price: 40 });
  expect(html).toContain('40,00\u00a0₾');
  expect(html).toContain('This event is over');
  expect(html).toContain('href="/AllEvents/upcoming"');
  expect(html).not.toContain('Get Ticket');
});

test('the ruler tells a screen reader stage, hours, name, and who plays now', () => {
  const html = render(<EventRuler event={event} linkOf={({ id }) => `#act-${id}`} />);
  expect(html).toContain('aria-label="Main Stage, 02:00 to 04:30, OBERTON, playing now"');
  expect(html).toContain('aria-label="Main Stage, 04:30 to 07:00, Sister Static"');
  expect(html).toContain('href="/#act-1"');
  expect(html).not.toContain('Space Stage');
});

test('on a phone it is a list of who plays and who comes next', () => {
  const html = render(<NowList event={event} />);
  expect(html).toContain('OBERTON');
  expect(html).toContain('until 04:30');
  expect(html).toMatch(/next.*04:30.*Sister Static/s);
});

test('a description shows its links and never its markup', () => {
  const html = render(<Description text={'<script>alert(1)</script> https://a.ge/x javascript:alert(1)'} />);
  expect(html).toContain('&lt;script&gt;');
  expect(html).toMatch(/<a href="https:\/\/a\.ge\/x" rel="noopener nofollow ugc"[^>]*>a\.ge\/x<\/a>/);
  expect(html.match(/<a /g)).toHaveLength(1);
});
