import { useState } from 'react';
import { api, session } from '#web/lib/browser-api.ts';
import { askDecision, manualQuestion, pressedAgain, type Question, questionOf, withName } from './ask-decision.ts';
import { createSignals } from './ui/signals.ts';
import { useSteps } from './ui/use-steps.ts';
import { signalOf, type Verdict } from './verdict.ts';

/** An answered question. */
export type Shown = { question: Question; verdict: Verdict };

/** Whether tickets can be checked, and at which event's door. */
type ScanDoor = { isReady: boolean; eventId: number | undefined };

const AGAIN_AFTER_MS = 5_000;

/** Spec §4: the first decoded code stops scanning, the decision is sent without another press, and Scan again starts over. */
export function useScanner({ isReady, eventId }: ScanDoor) {
  const [signals] = useState(createSignals);
  const steps = useSteps<Shown>({ signals, signalOf: ({ verdict }) => signalOf(verdict), againAfterMs: AGAIN_AFTER_MS });
  const [isReject, setReject] = useState(false);
  const [unanswered] = useState(createUnanswered);

  const ask = async (wanted: Question) => {
    // The camera reads codes for hours without a tap on the screen.
    session.noteUse();
    const question = unanswered.ask(wanted, performance.now());
    const run = async () => ({ question, verdict: await askDecision(api, question) });
    const shown = await steps.check(run, question.code === undefined);
    if (shown && shown.verdict.kind !== 'undecided') unanswered.answered(question);
  };

  return {
    ...steps,
    isReject,
    chooseReject(chosen: boolean) {
      steps.forget();
      setReject(chosen);
    },
    /** Returns true if a code is accepted for checking, so that scanning stops. */
    read(text: string): boolean {
      const isNext = isReady && steps.isNext(text);
      if (isNext) void ask(questionOf(text, { isReject, eventId }));
      return isNext;
    },
    askByHand(ticketId: number) {
      signals.unlock();
      void ask(manualQuestion(ticketId, { isReject, eventId }));
    },
    askAgain: (question: Question) => void ask(question),
    admitNamed: (question: Question, name: string) => void ask(withName(question, name)),
    admitAnyway: (question: Question, why: 'other_event' | 'rejected_before') => void ask(pressedAgain(question, why)),
  };
}

/** A ticket scanned again within this time belongs to the same guest, whose answer was lost. */
const SAME_SCAN_MS = 60_000;
const UNANSWERED_MAX = 100;

/** Equal for questions whose answers are interchangeable. */
const keyOf = ({ ticketId, code, isReject, eventId, admitOtherEvent, admitRejected, name }: Question): string =>
  JSON.stringify([ticketId, code, isReject, eventId, admitOtherEvent, admitRejected, name]);

/**
 * Questions without an answer: the server may have received them. A repeat must use the same scan id, or an admitted guest's ticket would
 * read as "used".
 */
export function createUnanswered() {
  const unanswered = new Map<string, { question: Question; at: number }>();
  return {
    /** Returns the unanswered question with the same key if it is younger than a minute, else this one. `now` in ms. */
    ask(wanted: Question, now: number): Question {
      for (const [key, { at }] of unanswered) if (now - at >= SAME_SCAN_MS) unanswered.delete(key);
      const key = keyOf(wanted);
      const before = unanswered.get(key);
      if (before) return before.question;
      unanswered.set(key, { question: wanted, at: now });
      const [oldest] = unanswered.keys();
      if (unanswered.size > UNANSWERED_MAX && oldest !== undefined) unanswered.delete(oldest);
      return wanted;
    },
    answered: (question: Question) => void unanswered.delete(keyOf(question)),
  };
}
