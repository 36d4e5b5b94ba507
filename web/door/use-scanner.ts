import { useRef, useState } from 'react';
import { api } from '#web/lib/browser-api.ts';
import { askDecision, manualQuestion, questionOf, type Question } from './ask-decision.ts';
import { createSignals } from './signals.ts';
import { signalOf, type Verdict } from './verdict.ts';

/** Before the first tap, looking for a code, asking the server, answered. */
export type Step =
  | { phase: 'idle' }
  | { phase: 'scanning' }
  | { phase: 'checking'; question: Question }
  | { phase: 'decided'; question: Question; verdict: Verdict };

/** A code that is still held before the camera is not asked about again at once. */
const SAME_CODE_MS = 5_000;

/** Spec §4: the first decode stops the scanning, the decision is sent by itself, Scan again starts anew. */
export function useScanner() {
  const [step, setStep] = useState<Step>({ phase: 'idle' });
  const [isReject, setReject] = useState(false);
  const [isMuted, setMuted] = useState(false);
  const [signals] = useState(createSignals);
  const lastRead = useRef({ text: '', at: -SAME_CODE_MS });
  const asked = useRef<Question>(undefined);

  const ask = async (question: Question) => {
    asked.current = question;
    setStep({ phase: 'checking', question });
    const verdict = await askDecision(api, question);
    // Somebody may have gone on, or left, meanwhile.
    if (asked.current !== question) return;
    setStep({ phase: 'decided', question, verdict });
    signals.give(signalOf(verdict), isMuted);
  };

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
      if (text === before && now - at < SAME_CODE_MS) return false;
      lastRead.current = { text, at: now };
      void ask(questionOf(text, isReject));
      return true;
    },
    askByHand(ids: { userId: number; ticketId: number }) {
      signals.unlock();
      void ask(manualQuestion(ids, isReject));
    },
    askAgain: (question: Question) => void ask(question),
    scanAgain() {
      asked.current = undefined;
      setStep({ phase: 'scanning' });
    },
  };
}
