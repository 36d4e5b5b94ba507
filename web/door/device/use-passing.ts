import { useState } from 'react';
import type { RejectReason } from '#shared/door/scanner-devices.ts';
import type { Signals } from '#web/door/ui/signals.ts';
import { useSteps } from '#web/door/ui/use-steps.ts';
import type { PhoneVerdict, ScanMode } from '#web/door/phone/door-phone.ts';
import type { DoorPhone } from '#web/door/phone/open-door-phone.ts';
import { verdictLooks } from './verdict-looks.ts';
import { type Shown, troubleKey, verdictKey } from './verdict-texts.ts';

/** The last admission by this phone, which can be undone. */
export type LastAdmission = { scanId: string; at: Date; isUndone: boolean };

/** One check of a guest. `isDecided`: a person decided to admit. */
type Check = {
  run: (isDecided: boolean) => Promise<PhoneVerdict>;
  mode: ScanMode;
  /** The text that was read. */
  text?: string;
  /** Rejects the guest instead; missing where nothing would be recorded. */
  reject?: () => void;
};

/** Passes guests at a scanner device: what was read, typed or found is decided by the phone. */
export function usePassing(phone: DoorPhone, { signals, isStarted }: { signals: Signals; isStarted: boolean }) {
  const steps = useSteps<Shown>({
    signals,
    isStarted,
    signalOf: ({ key, verdict }) => (verdict?.verdict === 'info' ? 'noted' : verdictLooks[key].signal),
  });
  const [mode, setMode] = useState<ScanMode>('in');
  const [last, setLast] = useState<LastAdmission>();

  const check = async (wanted: Check, isDecided = false) => {
    const run = () =>
      wanted.run(isDecided).then(
        (verdict): Shown => {
          const opensAt = phone.getState().head?.door.opensAt ?? null;
          const key = verdictKey(verdict, { opensAt, ...(wanted.text !== undefined && { text: wanted.text }) });
          const answers = verdict.verdict === 'ask' ? { admit: () => void check(wanted, true), reject: wanted.reject } : undefined;
          if (verdict.verdict === 'admit') setLast({ scanId: verdict.scanId, at: verdict.at, isUndone: false });
          return { key, mode: wanted.mode, verdict, answers };
        },
        (error: unknown): Shown => ({ key: troubleKey(error), mode: wanted.mode, verdict: undefined }),
      );
    const shown = await steps.check(run, wanted.text === undefined);
    // A rejection and a look are single acts: the next guest comes in.
    if (shown && (wanted.mode === 'reject' || wanted.mode === 'info')) setMode('in');
  };

  const checkText = (text: string, wanted: ScanMode) =>
    void check({
      run: (isDecided) => phone.scan(text, wanted, isDecided),
      mode: wanted,
      text,
      ...(wanted === 'in' && { reject: () => checkText(text, 'reject') }),
    });
  const checkNumber = (ticketId: number, wanted: ScanMode) =>
    void check({
      run: (isDecided) => phone.scanNumber(ticketId, wanted, isDecided),
      mode: wanted,
      ...(wanted === 'in' && { reject: () => checkNumber(ticketId, 'reject') }),
    });

  return {
    ...steps,
    mode,
    last,
    chooseMode(chosen: ScanMode) {
      steps.forget();
      setMode(chosen);
    },
    /** Returns true if a code is taken, so that reading stops. */
    read(text: string): boolean {
      const isNext = steps.isNext(text);
      if (isNext) checkText(text, mode);
      return isNext;
    },
    /** Takes a code from a hand scanner, which was triggered on purpose. */
    scanText: (text: string) => checkText(text, mode),
    /** A typed number or a found guest. */
    ask: (ticketId: number) => checkNumber(ticketId, mode),
    admitEntry(entryId: number, people: number) {
      void check({ run: (isDecided) => phone.admitEntry(entryId, people, isDecided), mode: 'in' });
    },
    explain: (scanId: string, because: RejectReason, refund?: string) => phone.explain(scanId, because, refund),
    async undo(scanId: string) {
      await phone.undo(scanId);
      setLast((before) => (before?.scanId === scanId ? { ...before, isUndone: true } : before));
    },
  };
}
