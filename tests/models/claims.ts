import * as fc from 'fast-check';
import { eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { events } from '#server/content/content.table.ts';
import { endUnclaimed } from '#server/sales/resale/end-claims.jobs.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { Status } from '#shared/constants.ts';
import { returnRefused } from '#server/sales/transfers/return-places.jobs.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { claimFor, type Claim } from '#shared/tickets/claims.ts';
import { findFaults } from '#tests/factories/books.ts';
import { setClub } from '#tests/factories/club-settings.ts';
import { buyForFriends, shareLink } from '#tests/factories/claims.ts';
import { createGuests, type Guest, tokenIn } from '#tests/factories/sold-out.ts';
import { createAdmin, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { effort } from './effort.ts';

const FRIENDS = 3;
const PLACES = 3;
const STATUS = ['Pending', 'Verified', 'Rejected', 'Welcomed_Guest'] as const satisfies readonly Status[];

/** `who`: 0 is the buyer. `place`: of the order. */
type Command =
  | { does: 'share' }
  | { does: 'claim'; who: number }
  | { does: 'transfer'; place: number; who: number }
  | { does: 'decide'; who: number; status: Status }
  | { does: 'ban' | 'unban' | 'settle' | 'leave'; who: number }
  | { does: 'list' | 'unlist' | 'refund' | 'keep' | 'name'; place: number };
const who = fc.nat(FRIENDS);
const friend = fc.integer({ min: 1, max: FRIENDS });
const place = fc.nat(PLACES - 1);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Command>({ does: 'share' }) },
  { weight: 6, arbitrary: who.map((one): Command => ({ does: 'claim', who: one })) },
  { weight: 2, arbitrary: fc.tuple(place, who).map(([from, to]): Command => ({ does: 'transfer', place: from, who: to })) },
  {
    weight: 4,
    arbitrary: fc.tuple(who, fc.constantFrom(...STATUS)).map(([one, status]): Command => ({ does: 'decide', who: one, status })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('ban', 'ban', 'unban', 'settle', 'settle', 'leave'), friend)
      .map(([does, one]): Command => ({ does, who: one })),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('list', 'list', 'unlist', 'refund', 'keep', 'name'), place)
      .map(([does, one]): Command => ({ does, place: one })),
  },
);

/** `afterEnd`: what is done once claims have ended; null where they do not end. */
type ClaimHistory = { isVerified: boolean; statuses: Status[]; commands: Command[]; afterEnd: Command[] | null };
const history: fc.Arbitrary<ClaimHistory> = fc.record({
  isVerified: fc.boolean(),
  statuses: fc.array(fc.constantFrom<Status>('Pending', 'Verified'), { minLength: FRIENDS, maxLength: FRIENDS }),
  commands: fc.array(command, { minLength: 4, maxLength: 14 }),
  afterEnd: fc.option(fc.array(command, { maxLength: 6 }), { freq: 2 }),
});

/** A place as the model knows it; without an owner it was refunded. `hadCode`: its guest, at any time. */
type Place = { owner: number | null; claim: Claim; hadCode: boolean; isListed: boolean; isUsed: boolean };
type Person = { guest: Guest; status: Status; isBanned: boolean; isGone: boolean };

type ClaimsStage = { app: TestApp; adminId: number };

async function openClaims(without?: Guard): Promise<ClaimsStage> {
  const app = await startTestApp({ without });
  await setClub(app, { 'club:resale_always': 'yes' });
  return { app, adminId: (await createAdmin(app.ctx)).id };
}

/** Plays histories side by side, each with an event and guests of its own. Returns how each place ended. */
async function playBatch({ app, adminId }: ClaimsStage, histories: readonly ClaimHistory[]): Promise<Place[]> {
  // The limits of refunds and decisions within an hour are proved elsewhere.
  app.clock.advanceMinutes(61);
  const desk = app.api(await signInAgain(app.ctx, adminId));
  const statuses = histories.map((each): Status[] => ['Verified', ...each.statuses]);
  const guests = await createGuests(
    app,
    statuses.flat().map((status) => ({ status })),
  );
  const opened = histories.map((given, index) => {
    const people = guests.slice(index * (FRIENDS + 1), (index + 1) * (FRIENDS + 1)).map((guest, one): Person => {
      return { guest, status: statuses[index]?.[one] ?? 'Verified', isBanned: false, isGone: false };
    });
    return { given, people };
  });
  const worlds = await beside(opened, async ({ given, people }) => {
    const event = given.isVerified ? { verifiedOnly: true } : { namesRequired: true };
    const { eventId } = await buyForFriends(app, PLACES, event, people[0]?.guest);
    return new World({ app, desk }, { eventId, given, people });
  });
  await beside(worlds, (world) => world.playAll(world.given.commands));
  await endClaims(
    app,
    worlds.filter(({ given }) => given.afterEnd),
  );
  await beside(worlds, (world) => world.playAll(world.given.afterEnd ?? []));
  // What changed since stays as it is.
  await endUnclaimed.run(app.ctx, {});
  await beside(worlds, (world) => world.compare());
  return worlds.flatMap(({ places }) => places);
}

/** Does something with all histories at once; a failed one leaves no others at work. */
async function beside<Item extends { given: ClaimHistory }, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const ends = await Promise.allSettled(items.map(work));
  return ends.map((end, index) => {
    if (end.status === 'fulfilled') return end.value;
    throw new Error(`In ${fc.stringify(items[index]?.given)}`, { cause: end.reason });
  });
}

/** Lets the time of claims pass at these events. */
async function endClaims(app: TestApp, worlds: readonly World[]): Promise<void> {
  app.clock.advanceMinutes(1);
  const startsAt = new Date(app.clock.now().getTime() + app.ctx.venue().claimHours * HOUR_MS);
  const ids = worlds.map(({ eventId }) => eventId);
  await app.ctx.db.update(events).set({ startsAt }).where(inArray(events.id, ids));
  await endUnclaimed.run(app.ctx, {});
  for (const world of worlds) world.endClaims();
}

type Ending = 'ok' | string;
const endingOf = (call: Promise<unknown>): Promise<Ending> =>
  call.then(
    () => 'ok',
    (error: { body?: { code?: string } }) => error.body?.code ?? String(error),
  );

type Desk = { app: TestApp; desk: ReturnType<TestApp['api']> };

const toBuyer = (one: Place): void => void Object.assign(one, { owner: 0, claim: 'unclaimed', hadCode: false });

class World {
  readonly places: Place[];
  private link: { token: string } | undefined;
  /** Who got which ticket with the present link. */
  private readonly claimed = new Map<number, number>();
  private isOver = false;
  readonly eventId: number;
  readonly given: ClaimHistory;
  private readonly stage: Desk;
  private readonly people: readonly Person[];

  constructor(stage: Desk, { eventId, given, people }: { eventId: number; given: ClaimHistory; people: readonly Person[] }) {
    this.stage = stage;
    this.eventId = eventId;
    this.given = given;
    this.people = people;
    this.places = Array.from({ length: PLACES }, (_, index): Place => {
      return { owner: 0, claim: index === 0 ? 'claimed' : 'unclaimed', hadCode: index === 0, isListed: false, isUsed: false };
    });
  }

  async playAll(commands: readonly Command[]): Promise<void> {
    for (const each of commands) await this.play(each);
  }

  private async play(given: Command): Promise<void> {
    switch (given.does) {
      case 'share':
        return this.share();
      case 'claim':
        return this.claim(given.who);
      case 'transfer':
        return this.transfer(given.place, given.who);
      case 'decide':
        return this.decide(given.who, given.status);
      case 'ban':
        return this.ban(given.who);
      case 'unban':
        return this.unban(given.who);
      case 'settle':
        return this.settle(given.who);
      case 'leave':
        return this.leave(given.who);
      case 'list':
        return this.list(given.place);
      case 'unlist':
        return this.unlist(given.place);
      case 'refund':
        return this.refund(given.place);
      case 'keep':
        return this.keep(given.place);
      case 'name':
        return this.name(given.place);
    }
  }

  private person(index: number): Person {
    const person = this.people[index];
    if (!person) throw new Error(`There is no person ${index}.`);
    return person;
  }

  private at(index: number): Place {
    const found = this.places[index];
    if (!found) throw new Error(`There is no place ${index}.`);
    return found;
  }

  /** The numbers of the valid tickets by place. */
  private async rows() {
    const { db } = this.stage.app.ctx;
    const { id, place: index, userId, claim, state, usedAt } = tickets;
    const rows = await db
      .select({ id, place: index, userId, claim, state, usedAt, orderId: orderLines.orderId })
      .from(tickets)
      .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
      .where(eq(tickets.eventId, this.eventId));
    return new Map(rows.filter((row) => row.state === 'valid').map((row) => [row.place, row]));
  }

  private async idOf(index: number): Promise<number> {
    return (await this.rows()).get(index)?.id ?? 0;
  }

  private free(): number[] {
    return this.places.flatMap((one, index) =>
      one.owner === 0 && one.claim === 'unclaimed' && !one.isListed && !one.isUsed ? [index] : [],
    );
  }

  private hasOwn(index: number): boolean {
    return this.places.some(({ owner, claim }) => owner === index && (claim === 'claimed' || claim === 'waiting'));
  }

  private claimOf(index: number): Claim {
    return claimFor(this.given.isVerified ? 'verified' : 'named', this.person(index).status);
  }

  private async share(): Promise<void> {
    const call = shareLink(this.person(0).guest);
    if (this.free().length === 0) return void (await call.catch(() => undefined));
    if (this.isOver) return expect(await endingOf(call), 'link').toBe('transfer_over');
    this.link = await call;
    this.claimed.clear();
  }

  /** Why a guest may not get a place. */
  private refusal(index: number): Ending | undefined {
    const { isBanned, status } = this.person(index);
    if (isBanned) return 'banned';
    if (this.given.isVerified && status === 'Rejected') return 'account_rejected';
    return this.hasOwn(index) ? 'has_place' : undefined;
  }

  private async claim(index: number): Promise<void> {
    const { guest, isGone } = this.person(index);
    if (!this.link || isGone) return;
    const before = await this.rows();
    const ending = await endingOf(guest.api.transfers.take({ body: this.link }));
    const isMine = [...before.values()].some(({ id }) => this.claimed.get(id) === index);
    if (isMine) return expect(ending, 'claimed before').toBe('ok');
    if (this.isOver) return expect(ending).toBe('transfer_over');
    if (this.free().length === 0) return expect(ending).toBe('transfer_ended');
    if (index === 0) return expect(ending).toBe('own_ticket');
    const refusal = this.refusal(index);
    expect(ending, `claim of ${index}`).toBe(refusal ?? 'ok');
    if (refusal) return;
    const after = await this.rows();
    const moved = this.free().filter((one) => before.get(one)?.id !== after.get(one)?.id);
    expect(moved, 'one place moved').toHaveLength(1);
    const [got = 0] = moved;
    this.claimed.set(after.get(got)?.id ?? 0, index);
    this.give(got, index);
  }

  private give(index: number, owner: number): void {
    const claim = this.claimOf(owner);
    Object.assign(this.at(index), { owner, claim, hadCode: claim === 'claimed' });
  }

  private async transfer(index: number, to: number): Promise<void> {
    const from = this.at(index).owner;
    if (from === null || this.person(from).isGone || this.person(to).isGone || this.at(index).isUsed || this.at(index).isListed) return;
    const making = this.person(from).guest.api.transfers.makeLink({ id: await this.idOf(index) });
    if (this.isOver) return expect(await endingOf(making), `link to ${index}`).toBe('transfer_over');
    const { url } = await making;
    const ending = await endingOf(this.person(to).guest.api.transfers.take({ body: { token: tokenIn(url) } }));
    const refusal = from === to ? 'own_ticket' : this.refusal(to);
    expect(ending, `transfer of ${index} to ${to}`).toBe(refusal ?? 'ok');
    if (!refusal) this.give(index, to);
    else await this.person(from).guest.api.transfers.endLink({ id: await this.idOf(index) });
  }

  private async decide(index: number, status: Status): Promise<void> {
    const person = this.person(index);
    if (person.isGone) return;
    await this.stage.desk.guests.changeStatus({ id: person.guest.id, body: { status, tellGuest: false } });
    if (person.status === status) return;
    person.status = status;
    this.follow(index);
  }

  /** What a guest has keeps or gets its code while the guest may come; a ban takes no code of the buyer's. */
  private follow(index: number): void {
    const isStopped = this.person(index).isBanned && index !== 0;
    for (const one of this.places)
      if (one.owner === index && !one.isUsed && (one.claim === 'claimed' || one.claim === 'waiting')) {
        one.claim = isStopped ? 'waiting' : this.claimOf(index);
        one.hadCode ||= one.claim === 'claimed';
      }
  }

  /** The time in which a decision can be taken back is over. */
  private async settle(index: number): Promise<void> {
    const { guest, isGone, isBanned, status } = this.person(index);
    await returnRefused.run(this.stage.app.ctx, { userId: guest.id });
    if (!isGone && (isBanned || (this.given.isVerified && status === 'Rejected'))) this.giveBack(index);
  }

  /** The buyer's own place stays the buyer's. */
  private giveBack(index: number): void {
    if (index === 0) return;
    for (const one of this.places) if (one.owner === index && !one.isUsed) toBuyer(one);
  }

  /** A place whose guest never had a code is the buyer's again, and the club lists for resale what has no guest. */
  endClaims(): void {
    this.isOver = true;
    for (const one of this.places) {
      if (one.owner !== 0 && one.owner !== null && one.claim === 'waiting' && !one.hadCode && !one.isUsed) toBuyer(one);
      if (one.owner === 0 && one.claim === 'unclaimed' && !one.isUsed) one.isListed = true;
    }
  }

  private async ban(index: number): Promise<void> {
    const person = this.person(index);
    if (person.isGone) return;
    await this.stage.desk.guests.ban({ id: person.guest.id, body: { reason: 'Fight', until: null } });
    person.isBanned = true;
    this.follow(index);
  }

  private async unban(index: number): Promise<void> {
    const person = this.person(index);
    if (person.isGone) return;
    await this.stage.desk.guests.unban({ id: person.guest.id });
    person.isBanned = false;
    this.follow(index);
  }

  private async leave(index: number): Promise<void> {
    const person = this.person(index);
    if (person.isGone) return;
    await person.guest.api.privacy.deleteAccount({ body: { password: person.guest.password } });
    person.isGone = true;
    this.giveBack(index);
  }

  private async list(index: number): Promise<void> {
    const one = this.at(index);
    if (one.owner !== 0 || one.isUsed) return;
    const ending = await endingOf(this.person(0).guest.api.transfers.listForResale({ id: await this.idOf(index) }));
    const isLate = this.isOver && one.claim !== 'unclaimed' && !one.isListed;
    expect(ending, `list ${index}`).toBe(isLate ? 'transfer_over' : 'ok');
    if (!isLate) one.isListed = true;
  }

  private async unlist(index: number): Promise<void> {
    const one = this.at(index);
    if (!one.isListed || one.owner !== 0) return;
    await this.person(0).guest.api.transfers.withdrawListing({ id: await this.idOf(index) });
    one.isListed = false;
  }

  private async refund(index: number): Promise<void> {
    const one = this.at(index);
    if (one.owner === null || one.isUsed) return;
    const { id = 0, orderId = 0 } = (await this.rows()).get(index) ?? {};
    await this.stage.desk.staffMoney.refundOrder({ id: orderId, body: { tickets: [id], reason: 'Ill.' } });
    Object.assign(one, { owner: null, isListed: false });
  }

  private async keep(index: number): Promise<void> {
    const one = this.at(index);
    if (one.owner !== 0 || one.isUsed || one.claim !== 'unclaimed') return;
    const ending = await endingOf(this.person(0).guest.api.claims.keep({ id: await this.idOf(index) }));
    const expected = this.hasOwn(0) ? 'has_place' : one.isListed ? 'conflict' : 'ok';
    expect(ending, `keep ${index}`).toBe(expected);
    if (expected === 'ok') one.claim = this.claimOf(0);
  }

  /** The door lead lets a guest in who is not named yet. */
  private async name(index: number): Promise<void> {
    const one = this.at(index);
    if (one.owner === null || one.isUsed || one.claim !== 'unclaimed') return;
    const body = { ticketId: await this.idOf(index), isReject: false, eventId: this.eventId, name: 'Giorgi' };
    await this.stage.desk.door.scan({ body });
    Object.assign(one, { isUsed: true, isListed: false });
  }

  /** Every valid ticket is whose the model says; a code is only with a guest who may come, once for each. */
  async compare(): Promise<void> {
    const rows = await this.rows();
    const index = new Map(this.people.map(({ guest }, one) => [guest.id, one]));
    const real = this.places.map((_, one) => {
      const row = rows.get(one);
      return row ? { owner: index.get(row.userId), claim: row.claim, isUsed: row.usedAt !== null } : null;
    });
    expect(real).toEqual(this.places.map(({ owner, claim, isUsed }) => (owner === null ? null : { owner, claim, isUsed })));
    const seen = await Promise.all(this.people.map(({ guest, isGone }) => (isGone ? [] : guest.api.tickets.mine())));
    for (const [one, { isGone, isBanned, status }] of this.people.entries()) {
      if (isGone) continue;
      const codes = (seen[one] ?? []).filter(({ isUsedTicket }) => !isUsedTicket);
      const expected = this.places.filter(({ owner, claim, isUsed }) => owner === one && claim === 'claimed' && !isUsed);
      expect(codes, `codes of ${one}`).toHaveLength(expected.length);
      expect(codes.length).toBeLessThanOrEqual(1);
      const mayCome = one === 0 || (!isBanned && (!this.given.isVerified || claimFor('verified', status) === 'claimed'));
      if (!mayCome) expect(codes, `${one} may not come`).toEqual([]);
    }
  }
}

/** Played at once: the server takes many requests of a moment together, which costs less. */
const BATCH = 25;
/** The books of all histories are compared at once, because that reads whole tables. */
const BOOKS_EVERY = 50;
/** A new database from time to time, because full tables are slow. */
const STAGE_EVERY = 500;

/** Plays this many histories, always the same ones. Returns how each place ended. */
export async function playAllClaims(histories: number, without?: Guard): Promise<Place[]> {
  const ends: Place[][] = [];
  let stage = await openClaims(without);
  const settle = async () => expect(await findFaults(stage.app.ctx)).toEqual([]);
  const property = fc.asyncProperty(fc.array(history, { minLength: BATCH, maxLength: BATCH }), async (given) => {
    ends.push(await playBatch(stage, given));
    const played = ends.length * BATCH;
    if (played % BOOKS_EVERY === 0) await settle();
    if (played % STAGE_EVERY > 0) return;
    await stage.app.close();
    stage = await openClaims(without);
  });
  const { numRuns = histories, ...given } = effort(histories);
  await fc.assert(property, { ...given, numRuns: Math.ceil(numRuns / BATCH), endOnFailure: without !== undefined });
  await settle();
  return ends.flat();
}
