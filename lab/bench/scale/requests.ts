import type { BankProcess } from '#lab/bench/bank.ts';
import { measure, wireRequest } from '#lab/bench/load.ts';
import { invite, openEvents, sellTickets } from '#lab/bench/seed.ts';
import type { SmtpProcess } from '#lab/bench/smtp.ts';
import { addTicket, inTurn, prepareScans, type Stage } from '#lab/bench/subjects.ts';
import { createVisitors } from '#lab/bench/visitors.ts';

const AMOUNT = { page: 5_000, drawn: 80, mine: 600, add: 600, scan: 600, order: 40 };
const SPREAD_OVER = 100;
const ORDERS_AT_ONCE = 30;
/** A server that has only a part of a core refuses more. */
const DRAWN_AT_ONCE = 4;
const MAILS_MS = 120_000;
const HTML = { accept: 'text/html' };

/** One kind of request. `prepare` writes what it needs; the function that it returns sends the requests, and returns their number. */
export type Kind = {
  name: string;
  prepare(stage: Stage): Promise<() => Promise<number>>;
  /** Waits for what the requests leave to do. */
  settle?(): Promise<unknown>;
};

/** The requests of an evening; an order is a whole purchase of seven steps with the mail of its ticket. */
export const kindsOf = (bank: BankProcess, smtp: SmtpProcess, orders = { sold: 0 }): Kind[] => [
  {
    name: 'page from memory',
    prepare: async (stage) => {
      const [event] = await openEvents(stage.database, { count: 1, allocation: 10, startsInDays: 7 });
      return sending(stage, AMOUNT.page, [wireRequest({ path: `/Events/${event}`, headers: HTML })]);
    },
  },
  {
    name: 'page drawn',
    prepare: async (stage) => {
      const events = await openEvents(stage.database, { count: AMOUNT.drawn, allocation: 10, startsInDays: -30 });
      return sending(
        stage,
        AMOUNT.drawn,
        events.map((id) => wireRequest({ path: `/Events/${id}`, headers: HTML })),
        DRAWN_AT_ONCE,
      );
    },
  },
  {
    name: 'my tickets',
    prepare: async (stage) => {
      const people = await invite(stage.database, stage.secret, AMOUNT.mine);
      const [event = 0] = await openEvents(stage.database, { count: 1, allocation: AMOUNT.mine, startsInDays: 7 });
      await sellTickets(
        stage.database,
        people.map(({ id }) => id),
        event,
      );
      const requests = people.map(({ token }) =>
        wireRequest({ path: '/api/Tickets/my-tickets', headers: { authorization: `Bearer ${token}` } }),
      );
      return sending(stage, AMOUNT.mine, requests);
    },
  },
  { name: 'add ticket', prepare: (stage) => adding(stage, SPREAD_OVER) },
  { name: 'add ticket, one event', prepare: (stage) => adding(stage, 1) },
  { name: 'scan', prepare: async (stage) => sending(stage, AMOUNT.scan, await prepareScans(stage, AMOUNT.scan)) },
  {
    name: 'order',
    prepare: async (stage) => {
      const people = await invite(stage.database, stage.secret, AMOUNT.order);
      const events = await openEvents(stage.database, { count: 20, allocation: AMOUNT.order, startsInDays: 14 });
      const visitors = createVisitors(stage.origin, bank);
      const next = people.entries();
      const buy = async (): Promise<void> => {
        for (const [place, person] of next) await visitors.buy(person, { eventId: events[place % events.length] ?? 0, comesBack: true });
      };
      return async () => {
        await Promise.all(Array.from({ length: ORDERS_AT_ONCE }, buy));
        if (visitors.sold !== people.length) throw new Error(`${visitors.refused} orders refused, ${visitors.broken} broken`);
        orders.sold += visitors.sold;
        return visitors.sold;
      };
    },
    settle: () => smtp.waitFor(orders.sold, MAILS_MS),
  },
];

async function adding(stage: Stage, overEvents: number): Promise<() => Promise<number>> {
  const people = await invite(stage.database, stage.secret, AMOUNT.add);
  const events = await openEvents(stage.database, { count: overEvents, allocation: AMOUNT.add, startsInDays: 14 });
  return sending(
    stage,
    AMOUNT.add,
    people.map((person, place) => addTicket(person, events[place % events.length] ?? 0)),
  );
}

const sending =
  ({ origin }: Stage, amount: number, requests: Buffer[], connections?: number) =>
  async (): Promise<number> => {
    const { accepted, refused, broken } = await measure({ origin, amount, connections, next: inTurn(requests) });
    if (refused + broken > 0) throw new Error(`${refused} refused, ${broken} broken`);
    return accepted;
  };
