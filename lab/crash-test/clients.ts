import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#shared/errors.ts';
import { connect, guestForm, pay } from '#lab/trial/world.ts';
import { createEffects, type Effects } from './lost-effects.ts';

/** The guests' addresses are `guest0@…` and so on, counted from `firstGuest`. */
type World = { tokens: string[]; staff: string; events: number[]; firstGuest?: number };
export type Clients = {
  effects: Effects;
  /** How often a call got each status of 500 or above. */
  failures: Map<number, number>;
  work(): Promise<unknown>;
  stop(): void;
};

const TIMEOUT_MS = 5_000;
const BREATH_MS = 20;

/** Clients, one guest per token and all at once, that do random actions until they are stopped or cut off. */
export function createClients(origin: string, { tokens, staff, events, firstGuest = 0 }: World): Clients {
  const effects = createEffects();
  const failures = new Map<number, number>();
  const door = connect(origin, staff, TIMEOUT_MS);
  let isOpen = false;

  const command = async (guest: number): Promise<void> => {
    const token = tokens[guest];
    const event = events[Math.floor(Math.random() * events.length)];
    if (!token || !event) return;
    const api = connect(origin, token, TIMEOUT_MS);
    const keyOf = (event: number): string => `${firstGuest + guest}:${event}`;
    const key = keyOf(event);
    const chance = Math.random();
    if (chance < 0.35) {
      effects.holds.delete(key);
      await api.cart.addTicket({ eventId: event });
      effects.holds.set(key, 'held');
    } else if (chance < 0.45) {
      effects.holds.delete(key);
      await api.cart.removeTicket({ eventId: event });
      effects.holds.set(key, 'none');
    } else if (chance < 0.75) {
      for (const other of events) effects.holds.delete(keyOf(other));
      const { redirect } = await api.cart.checkout();
      const back = await pay(redirect, Math.random() < 0.8 ? 'approve' : 'decline', TIMEOUT_MS);
      if (back.includes('/successpayment')) effects.paid.add(redirect);
    } else if (chance < 0.85) {
      const ticket = (await api.tickets.mine()).find(({ isUsedTicket }) => !isUsedTicket);
      if (!ticket) return;
      await door.door.scan({ body: { isReject: false, ticketId: ticket.id, code: ticket.code, scanId: randomUUID() } });
      effects.entered.add(ticket.id);
    } else if (chance < 0.95) {
      const text = `Name: ${randomUUID()}||Email: a@rkali.example||Event Description: a birthday`;
      await api.enquiries.rental({ body: text });
      effects.enquiries.add(text);
    } else {
      const email = `${randomUUID()}@rkali.example`;
      await api.accounts.register({ body: guestForm(email) });
      effects.emails.add(email);
    }
  };

  const worker = async (guest: number): Promise<void> => {
    while (isOpen) {
      try {
        await command(guest);
      } catch (error) {
        // A refusal is an answer; after a failure or silence the result is unknown.
        const status = error instanceof ApiError ? error.status : 0;
        if (status >= 500) failures.set(status, (failures.get(status) ?? 0) + 1);
        if (status === 0 || status >= 500) await sleep(BREATH_MS);
      }
    }
  };

  return {
    effects,
    failures,
    work: () => {
      isOpen = true;
      return Promise.all(tokens.map((_token, guest) => worker(guest)));
    },
    stop: () => {
      isOpen = false;
    },
  };
}
