import { ApiError } from '#shared/errors.ts';
import type { PaymentReturnView } from '#shared/payments/payments.contract.ts';

/** Where the bank sent the guest back to. */
export type Arrival = 'success' | 'failure';

/** How far asking has come: nothing to ask with, not answered yet, the bank's own state, or nobody answered. */
export type Asked = 'nothing' | 'waiting' | 'failed_to_ask' | PaymentReturnView['state'];

/** What a payment page says. */
export type Outcome = 'checking' | 'success' | 'settling' | 'refunded' | 'failure' | 'unknown';

/** The bank's word counts, not the address the guest came to; without it that address has to do (spec §2, payment pages). */
export function outcomeOf(arrival: Arrival, asked: Asked): Outcome {
  if (asked === 'nothing') return arrival;
  if (asked === 'waiting') return 'checking';
  if (asked === 'paid') return 'success';
  if (asked === 'refunded') return 'refunded';
  if (asked === 'failed' || arrival === 'failure') return 'failure';
  return asked === 'settling' ? 'settling' : 'unknown';
}

/** Addresses that no order of ours is known under: a stranger's, or made up. */
const NO_SUCH_ORDER = new Set([400, 404]);

/** What an answer, or its failure, says. Who has no order of ours is told what anybody is told. */
export function askedOf(answer: PaymentReturnView | { error: unknown }): Asked {
  if (!('error' in answer)) return answer.state;
  return answer.error instanceof ApiError && NO_SUCH_ORDER.has(answer.error.status) ? 'nothing' : 'failed_to_ask';
}

/** Whether asking again may tell more. */
export const isOpen = (asked: Asked): boolean => asked === 'settling' || asked === 'failed_to_ask';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;
const MOST_QUESTIONS = 10;

/** How long to wait before asking again after so many answers that left it open; undefined when it is time to give up. */
export function waitBeforeAsking(answers: number): number | undefined {
  if (answers >= MOST_QUESTIONS) return undefined;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (answers - 1));
}
