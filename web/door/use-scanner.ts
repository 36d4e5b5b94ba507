import { useRef, useState } from 'react';
import { SECOND_MS } from '#shared/durations.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { askDecision, manualQuestion, pressedAgain, type Question, questionOf } from './ask-decision.ts';
import { createSignals } from './ui/signals.ts';
import { signalOf, type Verdict } from './verdict.ts';

/** Before the first tap, scanning, asking the server, answered. */
export type Step =
  | { phase: 'idle' }
  | { phase: 'scanning' }
  | { phase: 'checking'; question: Question }
  | { phase: 'decided'; question: Question; verdict: Verdict };

/** Whether tickets can be checked, and at which event's door. */
type ScanDoor = { isReady: boolean; eventId: number | undefined };

/** A code that is still in front of the camera is not sent again within this time. */
const SAME_CODE_MS = 5_000;
/** A code that was not read for this long is no longer in front of the camera. */
const OUT_OF_SIGHT_MS = 1_000;

/** Spec §4: the first decoded code stops scanning, the decision is sent without another press, and Scan again starts over. */
export function useScanner({ isReady, eventId }: ScanDoor) {
  const [step, setStep] = useState<Step>({ phase: 'idle' });
  const [isReject, setReject] = useState(false);
  const [isMuted, setMuted] = useState(false);
  const [signals] = useState(createSignals);
  const lastRead = useRef({ text: '', at: -SAME_CODE_MS });
  const attempt = useRef(0);
  const passedOver = usePassedOver();
  const [unanswered] = useState(createUnanswered);

  const ask = async (wanted: Question) => {
    // The camera reads codes for hours without a tap on the screen.
    session.noteUse();
    const question = unanswered.ask(wanted, performance.now());
    const ownAttempt = (attempt.current += 1);
    passedOver.end();
    setStep({ phase: 'checking', question });
    const verdict = await askDecision(api, question);
    // The user may have continued or left during the request.
    if (attempt.current !== ownAttempt) return;
    if (verdict.kind !== 'undecided') unanswered.answered(question);
    setStep({ phase: 'decided', question, verdict });
    signals.give(signalOf(verdict), isMuted);
  };

  const standing = { isReject, eventId };
  return {
    step,
    isReject,
    setReject,
    isMuted,
    setMuted,
    /** For how many seconds the code in front of the camera, which was just checked, is ignored; 0 if there is none. */
    samePauseSeconds: passedOver.seconds,
    start() {
      signals.unlock();
      setStep({ phase: 'scanning' });
    },
    /** Returns true if a code is accepted for checking, so that scanning stops. */
    read(text: string): boolean {
      const now = performance.now();
      const { text: before, at } = lastRead.current;
      if (!isReady) return false;
      const restMs = text === before ? at + SAME_CODE_MS - now : 0;
      if (restMs > 0) {
        passedOver.begin(restMs);
        return false;
      }
      lastRead.current = { text, at: now };
      void ask(questionOf(text, standing));
      return true;
    },
    askByHand(ticketId: number) {
      signals.unlock();
      void ask(manualQuestion(ticketId, standing));
    },
    askAgain: (question: Question) => void ask(question),
    admitAnyway: (question: Question, why: 'other_event' | 'rejected_before') => void ask(pressedAgain(question, why)),
    scanAgain() {
      attempt.current += 1;
      setStep({ phase: 'scanning' });
    },
  };
}

/** The rest of the pause in whole seconds, while the camera sees the code it applies to. */
function usePassedOver() {
  const [seconds, setSeconds] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => {
    clearTimeout(timer.current);
    setSeconds(0);
  };
  return {
    seconds,
    end,
    begin(restMs: number) {
      clearTimeout(timer.current);
      timer.current = setTimeout(end, OUT_OF_SIGHT_MS);
      setSeconds(Math.ceil(restMs / SECOND_MS));
    },
  };
}

/** A ticket scanned again within this time belongs to the same guest, whose answer was lost. */
const SAME_SCAN_MS = 60_000;
const UNANSWERED_MAX = 100;

/** Equal for questions whose answers are interchangeable. */
const keyOf = ({ ticketId, code, isReject, eventId, admitOtherEvent, admitRejected }: Question): string =>
  JSON.stringify([ticketId, code, isReject, eventId, admitOtherEvent, admitRejected]);

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
