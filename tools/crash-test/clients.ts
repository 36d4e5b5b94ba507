import { randomUUID } from 'node:crypto';
import { ApiError } from '#shared/errors.ts';
import { connect, guestForm, pay } from '#tools/trial/world.ts';
import { createEffects, type Effects } from './effects.ts';

type World = { tokens: string[]; staff: string; nights: number[] };
export type Clients = { effects: Effects; work(): Promise<unknown>; stop(): void };

const PATIENCE_MS = 5_000;

/** One guest at a time per token, all of them at once, each doing something random until stopped or cut off. */
export function createClients(origin: string, { tokens, staff, nights }: World): Clients {
  const effects = createEffects();
  const door = connect(origin, staff, PATIENCE_MS);
  let isOpen = false;

  const command = async (guest: number): Promise<void> => {
    const token = tokens[guest];
    const night = nights[Math.floor(Math.random() * nights.length)];
    if (!token || !night) return;
    const api = connect(origin, token, PATIENCE_MS);
    const key = `${guest}:${night}`;
    const chance = Math.random();
    if (chance < 0.35) {
      effects.holds.delete(key);
      await api.cart.addTicket({ eventId: night });
      effects.holds.set(key, 'held');
    } else if (chance < 0.45) {
      effects.holds.delete(key);
      await api.cart.removeTicket({ eventId: night });
      effects.holds.set(key, 'none');
    } else if (chance < 0.75) {
      for (const other of nights) effects.holds.delete(`${guest}:${other}`);
      const { redirect } = await api.cart.checkout();
      const back = await pay(redirect, Math.random() < 0.8 ? 'approve' : 'decline', PATIENCE_MS);
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
        // A refusal is an answer; silence means the server is gone.
        if (!(error instanceof ApiError) || error.status === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };

  return {
    effects,
    work: () => {
      isOpen = true;
      return Promise.all(tokens.map((_token, guest) => worker(guest)));
    },
    stop: () => {
      isOpen = false;
    },
  };
}
