import { useRef, useState } from 'react';
import type { Signals } from '#web/door/ui/signals.ts';
import type { DoorPhone, PhoneVerdict, ScanMode } from '#web/door/phone/door-phone.ts';
import { verdictLooks } from './verdict-looks.ts';
import { type Shown, troubleKey, verdictKey } from './verdict-texts.ts';

/** Before the first tap, scanning, deciding, decided. */
export type Step = { phase: 'idle' } | { phase: 'scanning' } | { phase: 'checking'; isTyped: boolean } | { phase: 'decided'; shown: Shown };

/** The last admission by this phone, which can be undone. */
export type LastAdmission = { scanId: string; at: Date; isUndone: boolean };

/** A code is read again after it was out of sight this long, because it may be the next guest's copy. */
const OUT_OF_SIGHT_MS = 2_000;

/** One guest after another: reads a code, decides, shows the verdict, then reads the next one. */
export function usePassing(phone: DoorPhone, { signals, isStarted }: { signals: Signals; isStarted: boolean }) {
  const [step, setStep] = useState<Step>(isStarted ? { phase: 'scanning' } : { phase: 'idle' });
  const [mode, chooseMode] = useState<ScanMode>('in');
  const [isMuted, setMuted] = useState(false);
  const [last, setLast] = useState<LastAdmission>();
  const seen = useRef({ text: '', at: -OUT_OF_SIGHT_MS });
  const attempt = useRef(0);

  const decide = async (ask: () => Promise<PhoneVerdict>, text?: string) => {
    const ownAttempt = (attempt.current += 1);
    setStep({ phase: 'checking', isTyped: text === undefined });
    const shown = await ask().then(
      (verdict): Shown => {
        const opensAt = phone.getState().head?.door.opensAt ?? null;
        return { key: verdictKey(verdict, { opensAt, ...(text !== undefined && { text }) }), mode, verdict };
      },
      (error: unknown): Shown => ({ key: troubleKey(error), mode, verdict: undefined }),
    );
    if (shown.verdict?.verdict === 'admit') setLast({ scanId: shown.verdict.scanId, at: shown.verdict.at, isUndone: false });
    if (attempt.current !== ownAttempt) return;
    setStep({ phase: 'decided', shown });
    signals.give(verdictLooks[shown.key].signal, isMuted);
  };

  const scanText = (text: string) => void decide(() => phone.scan(text, mode), text);

  return {
    step,
    mode,
    isMuted,
    setMuted,
    last,
    start() {
      signals.unlock();
      setStep({ phase: 'scanning' });
    },
    chooseMode(chosen: ScanMode) {
      seen.current = { text: '', at: -OUT_OF_SIGHT_MS };
      chooseMode(chosen);
    },
    /** Returns true if a code is taken, so that reading stops. */
    read(text: string): boolean {
      const now = performance.now();
      const { text: before, at } = seen.current;
      seen.current = { text, at: now };
      if (text === before && now - at < OUT_OF_SIGHT_MS) return false;
      scanText(text);
      return true;
    },
    /** Takes a code from a hand scanner, which was triggered on purpose. */
    scanText,
    /** A typed number or a found guest. */
    ask(ticketId: number, requestedMode: ScanMode = mode) {
      void decide(() => phone.scanNumber(ticketId, requestedMode));
    },
    admitEntry(entryId: number, people: number) {
      void decide(() => phone.admitEntry(entryId, people));
    },
    next() {
      attempt.current += 1;
      // A code in front of the camera during the verdict belongs to the same guest.
      seen.current = { ...seen.current, at: performance.now() };
      setStep({ phase: 'scanning' });
    },
    async undo(scanId: string) {
      await phone.undo(scanId);
      setLast((before) => (before?.scanId === scanId ? { ...before, isUndone: true } : before));
    },
    warn: () => signals.give('conflict', isMuted),
  };
}
