import { useRef, useState } from 'react';
import { api } from '#web/lib/browser-api.ts';
import { askDecision, manualQuestion, pressedAgain, questionOf, type Question } from './ask-decision.ts';
import { createSignals } from './signals.ts';
import { createUnanswered } from './unanswered.ts';
import { signalOf, type Verdict } from './verdict.ts';

/** Before the first tap, looking for a code, asking the server, answered. */
export type Step =
  | { phase: 'idle' }
  | { phase: 'scanning' }
  | { phase: 'checking'; question: Question }
  | { phase: 'decided'; question: Question; verdict: Verdict };

/** Whether and at which event's door tickets can be checked. */
export type ScanDoor = { isReady: boolean; eventId: number | undefined };

/** A code that is still held before the camera is not asked about again at once. */
const SAME_CODE_MS = 5_000;

/** Spec §4: the first decode stops the scanning, the decision is sent by itself, Scan again starts anew. */
export function useScanner({ isReady, eventId }: ScanDoor) {
  const [step, setStep] = useState<Step>({ phase: 'idle' });
  const [isReject, setReject] = useState(false);
  const [isMuted, setMuted] = useState(false);
  const [signals] = useState(createSignals);
  const lastRead = useRef({ text: '', at: -SAME_CODE_MS });
  const attempt = useRef(0);
  const [unanswered] = useState(createUnanswered);

  const ask = async (wanted: Question) => {
    const question = unanswered.ask(wanted, performance.now());
    const ownAttempt = (attempt.current += 1);
    setStep({ phase: 'checking', question });
    const verdict = await askDecision(api, question);
    // Somebody may have gone on, or left, meanwhile.
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
    start() {
      signals.unlock();
      setStep({ phase: 'scanning' });
    },
    /** True: this is one to ask about, stop looking. */
    read(text: string): boolean {
      const now = performance.now();
      const { text: before, at } = lastRead.current;
      if (!isReady || (text === before && now - at < SAME_CODE_MS)) return false;
      lastRead.current = { text, at: now };
      void ask(questionOf(text, standing));
      return true;
    },
    askByHand(ticketId: number) {
      signals.unlock();
      void ask(manualQuestion(ticketId, standing));
    },
    askAgain: (question: Question) => void ask(question),
    admitOther: (question: Question) => void ask(pressedAgain(question)),
    scanAgain() {
      attempt.current += 1;
      setStep({ phase: 'scanning' });
    },
  };
}
