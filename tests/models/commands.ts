import * as fc from 'fast-check';

const GUESTS = 3;
const EVENTS = 2;
const TICKET_TYPES = 2;
const CLIENTS = 8;
const PRICES_TETRI = [0, 2500, 4000];

/** An action of a person or the bank. `order` and `ticket` count back from the newest, cyclically. */
export type Command =
  | { does: 'add' | 'add by code' | 'change'; guest: number; event: number; quantity: number }
  | { does: 'remove'; guest: number; event: number }
  | { does: 'checkout'; guest: number; bank: BankBehaviour }
  | { does: 'press'; order: number; button: Button }
  | { does: 'callback'; order: number; signer: 'bank' | 'nobody' }
  | { does: 'change of mind'; order: number }
  | { does: 'return'; order: number }
  | { does: 'scan'; ticket: number; isReject: boolean }
  | { does: 'refund'; ticket: number; isWhole: boolean }
  | { does: 'join'; guest: number; event: number; quantity: number }
  | { does: 'leave'; guest: number; event: number }
  | { does: 'serve' }
  | { does: 'cancel'; event: number }
  | { does: 'list for resale' | 'withdraw'; ticket: number }
  | { does: 'pass on'; ticket: number; guest: number }
  | { does: 'price'; event: number; ticketType: number; priceTetri: number }
  | { does: 'wait'; minutes: number }
  | { does: 'sweep' }
  | { does: 'expire' | 'restart' };

/** `loses its answer`: the bank carries out the request, but its answer is lost. */
export type BankBehaviour = 'answers' | 'is away' | 'loses its answer';
/** `late` collects the money five minutes later. */
export type Button = 'approve' | 'decline' | 'late' | 'wrong-amount';

/** A hidden ticket type is sold only with the event's promo code. */
type TicketTypePlan = { allocation: number; priceTetri: number; isHidden?: true };
export type EventPlan = {
  capacity: number;
  ticketsPerPerson: number;
  ticketTypes: TicketTypePlan[];
  code: { uses: number; usesPerPerson: number | null };
};
export type History = { events: EventPlan[]; commands: Command[] };

const guest = fc.nat(GUESTS - 1);
const event = fc.nat(EVENTS - 1);
const order = fc.nat(4);
const quantity = fc.integer({ min: 1, max: 3 });
const priceTetri = fc.constantFrom(...PRICES_TETRI);
const bank = fc.constantFrom<BankBehaviour>('answers', 'answers', 'answers', 'is away', 'loses its answer');
const button = fc.constantFrom<Button>('approve', 'approve', 'late', 'decline', 'wrong-amount');
const does = <Name extends Command['does']>(name: Name) => fc.constant(name);

const single = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: does('add'), guest, event, quantity }) },
  { weight: 4, arbitrary: fc.record({ does: does('add by code'), guest, event, quantity }) },
  { weight: 4, arbitrary: fc.record({ does: does('change'), guest, event, quantity }) },
  { weight: 4, arbitrary: fc.record({ does: does('remove'), guest, event }) },
  { weight: 8, arbitrary: fc.record({ does: does('checkout'), guest, bank }) },
  { weight: 8, arbitrary: fc.record({ does: does('press'), order, button }) },
  { weight: 6, arbitrary: fc.record({ does: does('callback'), order, signer: fc.constantFrom('bank', 'bank', 'nobody') }) },
  { weight: 3, arbitrary: fc.record({ does: does('change of mind'), order }) },
  { weight: 6, arbitrary: fc.record({ does: does('return'), order }) },
  { weight: 6, arbitrary: fc.record({ does: does('scan'), ticket: fc.nat(2), isReject: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ does: does('refund'), ticket: fc.nat(2), isWhole: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ does: does('join'), guest, event, quantity }) },
  { weight: 2, arbitrary: fc.record({ does: does('leave'), guest, event }) },
  { weight: 6, arbitrary: fc.record({ does: does('serve') }) },
  { weight: 1, arbitrary: fc.record({ does: does('cancel'), event }) },
  { weight: 5, arbitrary: fc.record({ does: does('list for resale'), ticket: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ does: does('withdraw'), ticket: fc.nat(2) }) },
  { weight: 5, arbitrary: fc.record({ does: does('pass on'), ticket: fc.nat(2), guest }) },
  { weight: 4, arbitrary: fc.record({ does: does('price'), event, ticketType: fc.nat(TICKET_TYPES - 1), priceTetri }) },
  { weight: 8, arbitrary: fc.record({ does: does('wait'), minutes: fc.constantFrom(1, 4, 6, 11, 16) }) },
  { weight: 5, arbitrary: fc.record({ does: does('sweep') }) },
  { weight: 3, arbitrary: fc.record({ does: does('expire') }) },
  { weight: 3, arbitrary: fc.record({ does: does('restart') }) },
) satisfies fc.Arbitrary<Command>;

/** The most frequent actions: reserve, check out and press a button. Callbacks and returns are separate commands. */
const purchase = fc.record({ guest, event, quantity, bank, button }).map(({ guest, event, quantity, bank, button }): Command[] => [
  { does: 'add', guest, event, quantity },
  { does: 'checkout', guest, bank },
  { does: 'press', order: 0, button },
]);

/** A guest buys places with the promo code and transfers one; another guest then wants some with the code. */
const byCode = fc.record({ guest, other: guest, event, quantity, button }).map(({ guest, other, event, quantity, button }): Command[] => [
  { does: 'add by code', guest, event, quantity },
  { does: 'checkout', guest, bank: 'answers' },
  { does: 'press', order: 0, button },
  { does: 'return', order: 0 },
  { does: 'pass on', ticket: 0, guest: other },
  { does: 'add by code', guest: other, event, quantity },
  { does: 'add by code', guest, event, quantity: 1 },
]);

/** The price of a held place changes before the payment. */
const newPrice = fc.record({ guest, event, quantity, priceTetri }).map(({ guest, event, quantity, priceTetri }): Command[] => [
  { does: 'add', guest, event, quantity },
  { does: 'price', event, ticketType: 0, priceTetri },
  { does: 'checkout', guest, bank: 'answers' },
]);

/** A guest holds places for too long, and another guest wants them. */
const lapse = fc.record({ guest, other: guest, event, quantity }).map(({ guest, other, event, quantity }): Command[] => [
  { does: 'add', guest, event, quantity },
  { does: 'wait', minutes: 16 },
  { does: 'add', guest: other, event, quantity },
]);

/** A guest comes to the door twice with the same ticket. */
const twoEntries = fc.nat(2).map((ticket): Command[] => Array.from({ length: 2 }, () => ({ does: 'scan', ticket, isReject: false })));

/** A guest pays, is rejected at the door, and is then admitted. */
const rejectThenAdmit = fc.record({ guest, event }).map(({ guest, event }): Command[] => [
  { does: 'add', guest, event, quantity: 1 },
  { does: 'checkout', guest, bank: 'answers' },
  { does: 'press', order: 0, button: 'approve' },
  { does: 'return', order: 0 },
  { does: 'scan', ticket: 0, isReject: true },
  { does: 'scan', ticket: 0, isReject: false },
]);

/** A guest opens the bank's page several times with a changing cart, and then pays on the first one. */
const manyPages = fc.record({ guest, event, button }).map(({ guest, event, button }): Command[] => [
  { does: 'add', guest, event, quantity: 1 },
  { does: 'checkout', guest, bank: 'answers' },
  ...[2, 1, 2].flatMap((quantity): Command[] => [
    { does: 'change', guest, event, quantity },
    { does: 'checkout', guest, bank: 'answers' },
  ]),
  { does: 'press', order: 3, button },
]);

/** A guest tries to hold places for ever, by a late payment or by reserving them again. */
const holdForever = fc
  .record({ guest, event, quantity, isOrdered: fc.boolean() })
  .map(({ guest, event, quantity, isOrdered }): Command[] => [
    { does: 'add', guest, event, quantity },
    ...[0, 1].flatMap((): Command[] => [
      { does: 'wait', minutes: 14 },
      isOrdered ? { does: 'checkout', guest, bank: 'answers' } : { does: 'remove', guest, event },
      isOrdered ? { does: 'change', guest, event, quantity: 1 } : { does: 'add', guest, event, quantity },
    ]),
    { does: 'wait', minutes: 4 },
    isOrdered ? { does: 'checkout', guest, bank: 'answers' } : { does: 'add', guest, event, quantity },
  ]);

/** An event sells out; a waiting guest gets a place that is resold or refunded, and pays. Another guest may come before. */
const soldOut = fc
  .record({ guest, other: guest, chance: fc.option(guest), event, quantity, isRefund: fc.boolean(), button })
  .map(({ guest, other, chance, event, quantity, isRefund, button }): Command[] => [
    ...[3, 2, 1].flatMap((each): Command[] => [
      { does: 'add', guest, event, quantity: each },
      { does: 'checkout', guest, bank: 'answers' },
      { does: 'press', order: 0, button: 'approve' },
      { does: 'return', order: 0 },
    ]),
    { does: 'join', guest: other, event, quantity },
    ...[0, 1].map((ticket): Command => (isRefund ? { does: 'refund', ticket, isWhole: false } : { does: 'list for resale', ticket })),
    ...(chance === null ? [] : [{ does: 'add' as const, guest: chance, event, quantity: 1 }]),
    { does: 'serve' },
    { does: 'checkout', guest: other, bank: 'answers' },
    { does: 'press', order: 0, button },
    { does: 'return', order: 0 },
  ]);

const scene = fc.oneof(
  { weight: 7, arbitrary: single.map((command) => [command]) },
  { weight: 3, arbitrary: purchase },
  { weight: 1, arbitrary: newPrice },
  { weight: 1, arbitrary: lapse },
  { weight: 1, arbitrary: twoEntries },
  { weight: 1, arbitrary: rejectThenAdmit },
  { weight: 1, arbitrary: manyPages },
  { weight: 1, arbitrary: holdForever },
  { weight: 3, arbitrary: soldOut },
  { weight: 2, arbitrary: byCode },
);

const ticketType = fc.record({ allocation: fc.integer({ min: 1, max: 4 }), priceTetri: fc.constantFrom(4000, 4000, 2500, 0) });
const hidden = fc.record({
  allocation: fc.integer({ min: 1, max: 3 }),
  priceTetri: fc.constantFrom(2500, 0),
  isHidden: fc.constant(true as const),
});
const eventPlan = fc
  .record({
    capacity: fc.integer({ min: 2, max: 6 }),
    ticketsPerPerson: fc.integer({ min: 2, max: 4 }),
    open: fc.array(ticketType, { minLength: TICKET_TYPES, maxLength: TICKET_TYPES }),
    hidden,
    code: fc.record({ uses: fc.integer({ min: 1, max: 4 }), usesPerPerson: fc.constantFrom(null, 1, 2) }),
  })
  .map(({ open, hidden, ...plan }): EventPlan => ({ ...plan, ticketTypes: [...open, hidden] }));
const events = fc.array(eventPlan, { minLength: EVENTS, maxLength: EVENTS });
const commands = (scenes: number) =>
  fc.array(scene, { minLength: Math.ceil(scenes / 3), maxLength: scenes, size: 'max' }).map((parts) => parts.flat());

/** Three guests, two small events, and a sequence of commands. */
export const history: fc.Arbitrary<History> = fc.record({ events, commands: commands(10) });

export type ConcurrentHistory = { events: EventPlan[]; clients: Command[][] };

/** Three guests and two small events, with eight clients that act at once, each for any guest. */
export const concurrentHistory: fc.Arbitrary<ConcurrentHistory> = fc.record({
  events,
  clients: fc.array(commands(5), { minLength: CLIENTS, maxLength: CLIENTS }),
});

/** Completes everything: late payments arrive, bank sessions and holds expire, and the sweeper checks all of it. */
export const ending: Command[] = [{ does: 'wait', minutes: 30 }, { does: 'sweep' }, { does: 'expire' }];

export const GUEST_COUNT = GUESTS;
