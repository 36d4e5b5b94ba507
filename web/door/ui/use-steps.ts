import { useRef, useState } from 'react';
import type { Signal, Signals } from './signals.ts';

/** Before the first tap, scanning, deciding, decided. */
export type Step<Shown> =
  | { phase: 'idle' }
  | { phase: 'scanning' }
  | { phase: 'checking'; isTyped: boolean }
  | { phase: 'decided'; shown: Shown };

/** A code is read again after it was out of sight this long, because it may be the next guest's copy. */
const OUT_OF_SIGHT_MS = 2_000;
const NOTHING = { text: '', at: -OUT_OF_SIGHT_MS, since: 0 };

type Options<Shown> = {
  signals: Signals;
  signalOf(shown: Shown): Signal;
  isStarted?: boolean;
  /** After this long a code that stays in sight is read again, too. */
  againAfterMs?: number;
};

/** One guest after another: reads a code, decides, shows the verdict, then reads the next one. */
export function useSteps<Shown>({ signals, signalOf, isStarted = false, againAfterMs = Infinity }: Options<Shown>) {
  const [step, setStep] = useState<Step<Shown>>({ phase: isStarted ? 'scanning' : 'idle' });
  const [isMuted, setMuted] = useState(false);
  const same = useSameCode();
  const seen = useRef(NOTHING);
  const attempt = useRef(0);
  const give = (signal: Signal) => signals.give(signal, isMuted);
  return {
    step,
    isMuted,
    setMuted,
    give,
    /** The code in front of the camera was just checked and is not read again. */
    isSameCode: same.isShown,
    start() {
      signals.unlock();
      setStep({ phase: 'scanning' });
    },
    /** Returns true unless this code was just checked and is still in front of the camera. */
    isNext(text: string): boolean {
      const now = performance.now();
      const { text: before, at, since } = seen.current;
      const isNext = text !== before || now - at >= OUT_OF_SIGHT_MS || now - since >= againAfterMs;
      seen.current = { text, at: now, since: isNext ? now : since };
      if (!isNext) same.show();
      return isNext;
    },
    /** The next code is read even if it was just checked. */
    forget() {
      seen.current = NOTHING;
    },
    /** Shows what the check finds out, and returns it; undefined if the user continued without waiting for it. */
    async check(run: () => Promise<Shown>, isTyped: boolean): Promise<Shown | undefined> {
      const ownAttempt = (attempt.current += 1);
      same.end();
      setStep({ phase: 'checking', isTyped });
      const shown = await run();
      if (attempt.current !== ownAttempt) return undefined;
      setStep({ phase: 'decided', shown });
      give(signalOf(shown));
      return shown;
    },
    /** Ends a check without its answer, which may be lost: the code may still be in front of the camera, and a tap reads it again. */
    cancel() {
      attempt.current += 1;
      seen.current = NOTHING;
      setStep({ phase: 'idle' });
    },
    next() {
      attempt.current += 1;
      // A code in front of the camera during the verdict belongs to the same guest.
      const now = performance.now();
      seen.current = { ...seen.current, at: now, since: now };
      setStep({ phase: 'scanning' });
    },
  };
}

/** A code that was not read for this long is no longer in front of the camera. */
const GONE_MS = 1_000;

function useSameCode() {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  return {
    isShown,
    end,
    show() {
      clearTimeout(timer.current);
      timer.current = setTimeout(end, GONE_MS);
      setShown(true);
    },
  };
}
