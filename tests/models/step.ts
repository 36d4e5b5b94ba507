import { add, change, expireHolds, remove } from './cart-model.ts';
import type { Command } from './commands.ts';
import type { Model } from './model.ts';
import { join, leave, transfer, listForResale, serve, withdrawListing } from './waitlist-model.ts';
import { cancel, collectAfterFailure, checkout, orderOf, press, refund, sendDue, syncPayment, wantsPlaces } from './money-model.ts';

/** The answer of a command and the state after it. */
type Outcome = { answer: string; model: Model };

const NOTHING = 'nothing to do';
const shownStates = {
  created: 'settling',
  pending: 'settling',
  flagged: 'settling',
  paid: 'paid',
  failed: 'failed',
  refunding: 'refunded',
  refunded: 'refunded',
};

/** Returns every possible outcome of a command: one, except for the sweeper, which checks many payments in any order. */
export function outcomesOf(before: Model, command: Command): Outcome[] {
  if (command.does === 'sweep') return sweeps(before);
  const model = structuredClone(before);
  return [{ answer: apply(model, command), model }];
}

/** Returns an index below `count`, counted back from the newest; undefined if `count` is 0. */
export const pick = (index: number, count: number): number | undefined => (count === 0 ? undefined : count - 1 - (index % count));

function apply(model: Model, command: Exclude<Command, { does: 'sweep' }>): string {
  switch (command.does) {
    case 'add':
    case 'add by code':
      return add(model, command);
    case 'change':
      return change(model, command);
    case 'remove':
      return remove(model, command);
    case 'checkout':
      return checkout(model, command.guest, command.bank);
    case 'scan':
      return scan(model, command);
    case 'refund': {
      const ticket = model.tickets[pick(command.ticket, model.tickets.length) ?? -1];
      return ticket ? refund(model, ticket, command.isWhole) : NOTHING;
    }
    case 'cancel':
      return cancel(model, command.event);
    case 'join':
      return join(model, command);
    case 'leave':
      return leave(model, command);
    case 'serve':
      return serve(model);
    case 'list for resale':
    case 'withdraw':
    case 'pass on': {
      const ticket = model.tickets[pick(command.ticket, model.tickets.length) ?? -1];
      if (!ticket) return NOTHING;
      if (command.does === 'pass on') return transfer(model, ticket, command.guest);
      return command.does === 'list for resale' ? listForResale(model, ticket) : withdrawListing(model, ticket);
    }
    case 'price':
      Object.assign(model.events[command.event]?.ticketTypes[command.ticketType] ?? {}, { priceTetri: command.priceTetri });
      return 'done';
    case 'wait':
      model.now += command.minutes;
      return 'done';
    case 'expire':
      expireHolds(model, [...model.events.keys()]);
      return 'done';
    case 'restart':
      return 'done';
    case 'press':
    case 'callback':
    case 'change of mind':
    case 'return':
      return withOrder(model, command);
  }
}

function withOrder(model: Model, command: Extract<Command, { order: number }>): string {
  const number = pick(command.order, model.orders.length);
  if (number === undefined) return NOTHING;
  if (command.does === 'press') press(model, number, command.button);
  else if (command.does === 'change of mind') collectAfterFailure(model, number);
  else if (command.does === 'callback') return callBack(model, number, command.signer);
  else {
    syncPayment(model, number);
    const { payment, isWatched } = orderOf(model, number);
    return isWatched ? shownStates.pending : shownStates[payment];
  }
  return 'done';
}

/** A signed callback makes us ask the bank at once; an unsigned one only makes the next check earlier. */
function callBack(model: Model, number: number, signer: 'bank' | 'nobody'): string {
  const { bank, isKnown } = orderOf(model, number);
  if (!bank) return NOTHING;
  if (!isKnown) return signer === 'bank' ? 'done' : 'invalid_input';
  if (signer === 'bank') syncPayment(model, number);
  return 'done';
}

/** A ticket is admitted once; a rejection changes nothing (I7, I9). */
function scan(model: Model, { ticket: index, isReject }: Command & { does: 'scan' }): string {
  const ticket = model.tickets[pick(index, model.tickets.length) ?? -1];
  if (!ticket) return NOTHING;
  if (isReject) return 'rejected';
  if (ticket.state !== 'valid') return `ticket_${ticket.state}`;
  if (ticket.isUsed) return 'ticket_used';
  ticket.isUsed = true;
  return 'accepted';
}

function sweeps(before: Model): Outcome[] {
  const isAwaited = ({ payment, isWatched }: Model['orders'][number]) => payment === 'created' || payment === 'pending' || isWatched;
  const open = [...before.orders.keys()].filter((number) => isAwaited(orderOf(before, number)));
  const rivals = open.filter((number) => wantsPlaces(before, orderOf(before, number)));
  const others = open.filter((number) => !rivals.includes(number));
  return permutationsOf(rivals).map((turn) => {
    const model = structuredClone(before);
    for (const number of [...others, ...turn]) syncPayment(model, number);
    for (const order of model.orders) sendDue(order);
    return { answer: 'done', model };
  });
}

function permutationsOf(numbers: readonly number[]): number[][] {
  if (numbers.length < 2) return [[...numbers]];
  return numbers.flatMap((first) => permutationsOf(numbers.filter((number) => number !== first)).map((rest) => [first, ...rest]));
}
