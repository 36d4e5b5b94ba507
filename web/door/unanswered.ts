import type { Question } from './ask-decision.ts';

/** As long as this a ticket that comes again is the same guest, whose decision got lost on the way. */
const SAME_SCAN_MS = 60_000;
const KEPT_MAX = 100;

/** Questions that ask the same, so that the answer to one answers the other. */
const keyOf = ({ ticketId, code, isReject, eventId, admitOtherEvent }: Question): string =>
  JSON.stringify([ticketId, code, isReject, eventId, admitOtherEvent]);

/** Questions that were sent, and nobody knows whether they arrived: asked again, each must be the same scan, or a guest let in would be "used". */
export function createUnanswered() {
  const kept = new Map<string, { question: Question; at: number }>();
  return {
    /** Returns the question to send: the one that waits for the same answer since less than a minute, else this one. `now` in ms. */
    ask(wanted: Question, now: number): Question {
      for (const [key, { at }] of kept) if (now - at >= SAME_SCAN_MS) kept.delete(key);
      const key = keyOf(wanted);
      const before = kept.get(key);
      if (before) return before.question;
      kept.set(key, { question: wanted, at: now });
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      return wanted;
    },
    answered: (question: Question) => void kept.delete(keyOf(question)),
  };
}
