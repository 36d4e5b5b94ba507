import { expect, test } from 'vitest';
import { HOLD_LIMIT_MS, HOLD_COOLDOWN_MS } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { type Ask, checkAvailability, openedBy, type Situation } from './availability.ts';
import type { Code, Guest, Stock, TicketType } from './availability.queries.ts';

const now = new Date('2026-11-28T18:00:00Z');
const minutes = (count: number): Date => new Date(now.getTime() + count * MINUTE_MS);
const policy = { now, rejectedMayBuy: false, claimHours: 3 };

const typeOf = (id: number, changes: Partial<TicketType> = {}): TicketType => ({
  id,
  eventId: 1,
  kind: 'public',
  position: id,
  name: '',
  nameLat: '',
  priceTetri: 4_000 + id,
  allocation: 10,
  soldOrReserved: 0,
  onSaleFrom: null,
  onSaleUntil: null,
  revision: 0,
  ...changes,
});

function stockOf(ticketTypes: TicketType[], changes: Partial<Stock['event']> = {}, fewestAwaited: number | null = null): Stock {
  const event = {
    id: 1,
    state: 'published' as const,
    startsAt: minutes(240),
    endsAt: minutes(600),
    verifiedOnly: false,
    namesRequired: false,
  };
  const counts = { capacity: 100, soldOrReserved: 0, ticketsPerPerson: 4 };
  return { event: { ...event, ...counts, ...changes }, ticketTypes, fewestAwaited, hasOverdueHolds: false };
}

type Changes = Partial<Omit<Guest, 'buyer'>> & { buyer?: Partial<Guest['buyer']> };

function guestOf({ buyer, ...changes }: Changes = {}): Guest {
  const known = {
    status: 'Verified' as const,
    isPersonRejected: false,
    bannedAt: null,
    bannedUntil: null,
    emailProvedAt: now,
    deletedAt: null,
  };
  return {
    userId: 7,
    person: 'account 7',
    owned: 0,
    hasOwnPlace: false,
    hold: null,
    past: null,
    ...changes,
    buyer: { ...known, ...buyer },
  };
}

const holdOf = (changes: Partial<NonNullable<Guest['hold']>> = {}): NonNullable<Guest['hold']> => ({
  id: 1,
  userId: 7,
  eventId: 1,
  ticketTypeId: 1,
  quantity: 2,
  resaleQuantity: 0,
  sellableListings: 0,
  priceTetri: 4_001,
  promoCodeId: null,
  publicPriceTetri: null,
  promoterId: null,
  heldUntil: minutes(10),
  heldSince: minutes(-5),
  orderId: null,
  createdAt: minutes(-5),
  ...changes,
});

const codeOf = (changes: Partial<Code> = {}): Code => ({
  id: 5,
  eventId: 1,
  ticketTypeId: 9,
  code: 'FRIENDS',
  folded: 'friends',
  owner: '',
  uses: 4,
  usesPerPerson: 2,
  used: 0,
  usedByPerson: 0,
  validFrom: null,
  validUntil: null,
  endedAt: null,
  createdBy: null,
  createdAt: now,
  version: 1,
  ...changes,
});

const cart = (quantity: number, hasCode = false): Ask => ({ by: 'cart', quantity, hasCode });
const hidden = typeOf(9, { kind: 'hidden', allocation: 3, priceTetri: 2_000 });

/** Returns the reason, or the ticket type and the price. */
function answerOf(ask: Ask, situation: Partial<Situation>): string {
  const answer = checkAvailability(ask, { stock: stockOf([typeOf(1)]), guest: guestOf(), ...situation }, policy);
  return 'reason' in answer ? answer.reason : `${answer.ticketType?.id} at ${answer.priceTetri}`;
}

test('a new line gets the first ticket type that has all of its places, within its time', () => {
  const small = typeOf(1, { allocation: 2 });
  const later = typeOf(2, { onSaleFrom: minutes(1) });
  expect(answerOf(cart(2), { stock: stockOf([small, later, typeOf(3)]) })).toBe('1 at 4001');
  expect(answerOf(cart(3), { stock: stockOf([small, later, typeOf(3)]) })).toBe('3 at 4003');
  expect(answerOf(cart(3), { stock: stockOf([small, later]) })).toBe('sold_out');
  expect(answerOf(cart(1), { stock: stockOf([later]) })).toBe('not_on_sale');
  expect(answerOf(cart(1), { stock: stockOf([typeOf(1, { priceTetri: null })]) })).toBe('price_unavailable');
  expect(answerOf(cart(1), { stock: stockOf([typeOf(1)], { soldOrReserved: 100 }) })).toBe('sold_out');
});

test('once friends can claim no more, a person gets one place in all, however the places are requested', () => {
  const over = stockOf([typeOf(1)], { namesRequired: true, startsAt: minutes(180) });
  const stillOpen = stockOf([typeOf(1)], { namesRequired: true, startsAt: minutes(181) });
  const held = guestOf({ hold: holdOf({ quantity: 2 }) });
  const answers = (stock: Stock, guest = guestOf()) => [
    answerOf(cart(2), { stock, guest }),
    answerOf({ by: 'waitlist', quantity: 2, listed: [] }, { stock, guest }),
    answerOf({ by: 'order', quantity: 2 }, { stock, guest: held }),
    answerOf({ by: 'line', quantity: 3 }, { stock, guest: held }),
  ];
  expect(answers(over)).toEqual(Array.from({ length: 4 }, () => 'claims_ended'));
  expect(answers(stillOpen)).toEqual(Array.from({ length: 4 }, () => '1 at 4001'));
  expect(answers(stockOf([typeOf(1)], { startsAt: minutes(180) }))).toEqual(answers(stillOpen));
  expect(answerOf(cart(1), { stock: over })).toBe('1 at 4001');
  expect(answerOf(cart(1), { stock: over, guest: guestOf({ owned: 1 }) })).toBe('claims_ended');
  expect(answerOf({ by: 'line', quantity: 1 }, { stock: over, guest: held }), 'fewer').toBe('1 at 4001');
  expect(answerOf({ by: 'transfer', quantity: 1 }, { stock: over, guest: guestOf({ owned: 1 }) }), 'a ticket of a friend').toBe(
    'undefined at 0',
  );
  const paid = { by: 'payment', quantity: 2, ticketTypeId: 1, orderId: 5 } as const;
  expect(answerOf(paid, { stock: over }), 'late money').toBe('1 at 4001');
});

test('the reason is the first that holds: the event, the guest, the cart, the pause, the limit', () => {
  const banned = { bannedAt: now };
  const rested = { userId: 7, eventId: 1, heldSince: new Date(now.getTime() - HOLD_LIMIT_MS), endedAt: minutes(-1) };
  expect(answerOf(cart(1), { stock: undefined })).toBe('event_not_found');
  expect(answerOf(cart(1), { stock: stockOf([typeOf(1)], { state: 'draft' }) })).toBe('event_not_found');
  expect(answerOf(cart(1), { stock: stockOf([typeOf(1)], { endsAt: now }), guest: guestOf({ buyer: banned }) })).toBe('event_ended');
  expect(answerOf(cart(1), { guest: guestOf({ buyer: { ...banned, status: 'Rejected' } }) })).toBe('banned');
  expect(answerOf(cart(1), { guest: guestOf({ buyer: { status: 'Rejected' }, hold: holdOf() }) })).toBe('account_rejected');
  const verifiedOnly = stockOf([typeOf(1)], { verifiedOnly: true });
  expect(answerOf(cart(1), { stock: verifiedOnly, guest: guestOf({ buyer: { status: 'Pending' } }) })).toBe('verified_only');
  expect(answerOf(cart(1), { guest: guestOf({ hold: holdOf(), past: rested }) })).toBe('ticket_in_cart');
  expect(answerOf(cart(1), { guest: guestOf({ hold: holdOf({ heldUntil: now }) }) })).toBe('sold_out');
  expect(answerOf(cart(5), { guest: guestOf({ past: rested }) })).toBe('hold_limit');
  expect(answerOf(cart(1), { guest: guestOf({ past: { ...rested, endedAt: new Date(now.getTime() - HOLD_COOLDOWN_MS) } }) })).toBe(
    '1 at 4001',
  );
  expect(answerOf(cart(5), { guest: guestOf({ owned: 4 }) })).toBe('too_many');
  expect(answerOf(cart(2), { guest: guestOf({ owned: 3 }) })).toBe('person_limit');
  expect(answerOf(cart(1), { guest: guestOf({ owned: 3 }) })).toBe('1 at 4001');
});

test('a code opens its ticket type at its price, as often as it may, also while others wait', () => {
  const stock = stockOf([typeOf(1), hidden], {}, 1);
  expect(answerOf(cart(2, true), { stock, code: codeOf() })).toBe('9 at 2000');
  expect(answerOf(cart(1, true), { stock, code: undefined })).toBe('code_invalid');
  for (const over of [{ endedAt: now }, { validFrom: minutes(1) }, { validUntil: now }])
    expect(answerOf(cart(1, true), { stock, code: codeOf(over) })).toBe('code_invalid');
  expect(answerOf(cart(2, true), { stock, code: codeOf({ used: 3 }) })).toBe('code_spent');
  expect(answerOf(cart(2, true), { stock, code: codeOf({ usedByPerson: 1 }) })).toBe('code_spent');
  expect(answerOf(cart(1, true), { stock: stockOf([hidden], { soldOrReserved: 100 }), code: codeOf() })).toBe('sold_out');
  expect(openedBy({ stock, guest: undefined, code: codeOf() }, policy)).toMatchObject({ priceTetri: 2_000, publicPriceTetri: 4_001 });
  expect(openedBy({ stock, guest: undefined, code: codeOf({ used: 4 }) }, policy)).toBeUndefined();
});

test('what somebody waits for is for nobody else, and a line keeps what it has', () => {
  const stock = stockOf([typeOf(1, { soldOrReserved: 8 })], {}, 2);
  expect(answerOf(cart(1), { stock })).toBe('sold_out');
  expect(answerOf(cart(1), { stock: { ...stock, fewestAwaited: 3 } })).toBe('1 at 4001');
  expect(answerOf({ by: 'line', quantity: 3 }, { stock, guest: guestOf({ hold: holdOf() }) })).toBe('sold_out');
  expect(answerOf({ by: 'line', quantity: 1 }, { stock, guest: guestOf({ hold: holdOf() }) })).toBe('1 at 4001');
  expect(answerOf({ by: 'waitlist', quantity: 2, listed: [] }, { stock })).toBe('1 at 4001');
});

test('a line grows at its price within the half hour, and becomes smaller whatever has changed', () => {
  const guest = guestOf({ hold: holdOf() });
  const line = (quantity: number): Ask => ({ by: 'line', quantity });
  expect(answerOf(line(4), { guest })).toBe('1 at 4001');
  expect(answerOf(line(4), { guest: { ...guest, owned: 1 } })).toBe('person_limit');
  expect(answerOf(line(3), { guest, stock: stockOf([typeOf(1, { priceTetri: 5_000 })]) })).toBe('price_changed');
  expect(answerOf(line(3), { guest: guestOf({ hold: holdOf({ heldSince: minutes(-30) }) }) })).toBe('payment_begun');
  expect(answerOf(line(1), { guest: guestOf({ owned: 9, buyer: { bannedAt: now }, hold: holdOf({ heldSince: minutes(-30) }) }) })).toBe(
    '1 at 4001',
  );
  const spent = codeOf({ ticketTypeId: 1, uses: 1, used: 2, endedAt: now });
  const byCode = guestOf({ hold: holdOf({ promoCodeId: spent.id }) });
  expect(answerOf(line(3), { guest: byCode, code: spent })).toBe('sold_out');
  expect(answerOf(line(1), { guest: byCode, code: spent })).toBe('1 at 4001');
});

test('money buys the ordered hold whatever was lowered since, else free places, and none for whom the door refuses', () => {
  const paid: Ask = { by: 'payment', quantity: 2, ticketTypeId: 1, orderId: 3 };
  const full = stockOf([typeOf(1, { allocation: 2, soldOrReserved: 2 })], { ticketsPerPerson: 1, capacity: 2, soldOrReserved: 2 });
  const ordered = guestOf({ hold: holdOf({ orderId: 3 }) });
  expect(answerOf(paid, { stock: full, guest: ordered })).toBe('1 at 4001');
  expect(answerOf(paid, { stock: full, guest: guestOf({ hold: holdOf({ orderId: 4 }) }) })).toBe('too_many');
  const enough = stockOf([typeOf(1, { allocation: 2, soldOrReserved: 2 })], { capacity: 2, soldOrReserved: 2 });
  expect(answerOf(paid, { stock: enough, guest: guestOf({ hold: holdOf({ orderId: 4 }) }) })).toBe('1 at 4001');
  expect(answerOf(paid, { stock: enough, guest: guestOf() })).toBe('sold_out');
  expect(answerOf(paid, { guest: guestOf({ hold: holdOf({ orderId: 3 }), buyer: { bannedAt: now } }) })).toBe('banned');
  expect(answerOf(paid, { guest: guestOf({ buyer: { deletedAt: now } }) })).toBe('account_deleted');
  expect(answerOf(paid, { guest: guestOf({ buyer: { status: 'Rejected' } }) })).toBe('1 at 4001');
  // A listed place whose ticket was used since cannot be sold.
  const used = guestOf({ hold: holdOf({ orderId: 3, resaleQuantity: 2, sellableListings: 1 }) });
  expect(answerOf(paid, { stock: enough, guest: used })).toBe('sold_out');
});

test('the waitlist gets listed tickets of one type and price where the club has none, never a guest’s own', () => {
  const stock = stockOf([typeOf(1, { soldOrReserved: 10 }), typeOf(2, { soldOrReserved: 10 })]);
  const listedBy = (userId: number, id: number, ticketTypeId = 2) => ({
    id,
    ticketTypeId,
    priceTetri: 3_000,
    userId,
    claim: 'bearer' as const,
  });
  const wait = (listed: ReturnType<typeof listedBy>[]): Ask => ({ by: 'waitlist', quantity: 2, listed });
  expect(answerOf(wait([listedBy(8, 1), listedBy(8, 2, 1), listedBy(9, 3)]), { stock })).toBe('2 at 3000');
  expect(answerOf(wait([listedBy(8, 1), listedBy(7, 2)]), { stock })).toBe('sold_out');
  expect(answerOf(wait([listedBy(8, 1), listedBy(8, 2)]), { stock, guest: guestOf({ hold: holdOf() }) })).toBe('ticket_in_cart');
});

test('an order needs a line that is held, or can be held again; a transfer counts what the cart has; a complimentary ticket only free places', () => {
  const order: Ask = { by: 'order', quantity: 2 };
  const overdue = holdOf({ heldUntil: now });
  expect(answerOf(order, { guest: guestOf({ hold: overdue }) })).toBe('1 at 4001');
  expect(answerOf(order, { guest: guestOf({ hold: { ...overdue, heldSince: minutes(-30) } }) })).toBe('hold_expired');
  expect(answerOf(order, { guest: guestOf({ hold: overdue }), stock: stockOf([typeOf(1, { onSaleUntil: now })]) })).toBe('hold_expired');
  expect(answerOf({ by: 'transfer', quantity: 1 }, { guest: guestOf({ owned: 2, hold: holdOf() }) })).toBe('person_limit');
  expect(answerOf({ by: 'transfer', quantity: 1 }, { guest: guestOf({ owned: 1, hold: holdOf() }) })).toBe('undefined at 0');
  const complimentary = (ticketTypeId: number | null): Ask => ({ by: 'complimentary', quantity: 8, ticketTypeId });
  expect(answerOf(complimentary(1), { guest: undefined })).toBe('1 at 4001');
  expect(answerOf(complimentary(9), { guest: undefined, stock: stockOf([hidden]) })).toBe('sold_out');
  expect(answerOf(complimentary(3), { guest: undefined })).toBe('type_not_found');
  expect(answerOf(complimentary(null), { guest: undefined, stock: stockOf([], { capacity: 7 }) })).toBe('sold_out');
});
