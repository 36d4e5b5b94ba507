import { useRef, useState } from 'react';
import type { RejectReason } from '#shared/door/scanner-devices.ts';
import { type Answered, toQuestion } from '#shared/door/questions.ts';
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

/** One check of a guest. `answered`: what a person was asked about this guest, and admits. */
type Check = {
  run: (answered: Answered) => Promise<PhoneVerdict>;
  mode: ScanMode;
  /** The text that was read. */
  text?: string;
  /** Rejects the guest instead; missing where nothing would be recorded. */
  reject?: () => void;
  isTapped: boolean;
};

/** One guest after another: reads a code, decides, shows the verdict, then reads the next one. */
export function usePassing(phone: DoorPhone, { signals, isStarted }: { signals: Signals; isStarted: boolean }) {
  const [step, setStep] = useState<Step>(isStarted ? { phase: 'scanning' } : { phase: 'idle' });
  const [mode, setMode] = useState<ScanMode>('in');
  const [isMuted, setMuted] = useState(false);
  const [last, setLast] = useState<LastAdmission>();
  const same = useSameCode();
  const seen = useRef({ text: '', at: -OUT_OF_SIGHT_MS });
  const attempt = useRef(0);

  const check = async (wanted: Check, answered: Answered = []) => {
    const { mode: wantedMode, isTapped } = wanted;
    const ownAttempt = (attempt.current += 1);
    same.end();
    setStep({ phase: 'checking', isTyped: wanted.text === undefined });
    const shown = await wanted.run(answered).then(
      (verdict): Shown => {
        const opensAt = phone.getState().head?.door.opensAt ?? null;
        const key = verdictKey(verdict, { opensAt, ...(wanted.text !== undefined && { text: wanted.text }) });
        const question = verdict.verdict === 'ask' ? toQuestion(verdict.reason) : undefined;
        const answers = question && {
          admit: () => void check({ ...wanted, isTapped: true }, [...answered, question]),
          reject: wanted.reject,
        };
        return { key, mode: wantedMode, isTapped, verdict, answers };
      },
      (error: unknown): Shown => ({ key: troubleKey(error), mode: wantedMode, isTapped, verdict: undefined }),
    );
    if (shown.verdict?.verdict === 'admit') setLast({ scanId: shown.verdict.scanId, at: shown.verdict.at, isUndone: false });
    if (attempt.current !== ownAttempt) return;
    // A rejection and a look are single acts, once they are done: the next guest comes in.
    if (shown.verdict && (wantedMode === 'reject' || wantedMode === 'info')) setMode('in');
    setStep({ phase: 'decided', shown });
    signals.give(shown.verdict?.verdict === 'info' ? 'noted' : verdictLooks[shown.key].signal, isMuted);
  };

  const checkText = (text: string, wanted: ScanMode, isTapped = false) =>
    void check({
      run: (answered) => phone.scan(text, wanted, answered),
      mode: wanted,
      text,
      isTapped,
      ...(wanted === 'in' && { reject: () => checkText(text, 'reject', true) }),
    });
  const checkNumber = (ticketId: number, wanted: ScanMode) =>
    void check({
      run: (answered) => phone.scanNumber(ticketId, wanted, answered),
      mode: wanted,
      isTapped: true,
      ...(wanted === 'in' && { reject: () => checkNumber(ticketId, 'reject') }),
    });

  return {
    step,
    mode,
    isMuted,
    setMuted,
    last,
    /** The code in front of the camera was just checked and is not read again. */
    isSameCode: same.isShown,
    start() {
      signals.unlock();
      setStep({ phase: 'scanning' });
    },
    chooseMode(chosen: ScanMode) {
      seen.current = { text: '', at: -OUT_OF_SIGHT_MS };
      setMode(chosen);
    },
    /** Returns true if a code is taken, so that reading stops. */
    read(text: string): boolean {
      const now = performance.now();
      const { text: before, at } = seen.current;
      seen.current = { text, at: now };
      if (text === before && now - at < OUT_OF_SIGHT_MS) {
        same.show();
        return false;
      }
      checkText(text, mode);
      return true;
    },
    /** Takes a code from a hand scanner, which was triggered on purpose. */
    scanText: (text: string) => checkText(text, mode),
    /** A typed number or a found guest. */
    ask: (ticketId: number) => checkNumber(ticketId, mode),
    admitEntry(entryId: number, people: number) {
      void check({ run: (answered) => phone.admitEntry(entryId, people, answered), mode: 'in', isTapped: true });
    },
    explain: (scanId: string, because: RejectReason, refund?: string) => phone.explain(scanId, because, refund),
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
