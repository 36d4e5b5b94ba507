import { useState } from 'react';
import type { RejectReason } from '#shared/door/scanner-devices.ts';
import { type Answered, toQuestion } from '#shared/door/questions.ts';
import type { Signals } from '#web/door/ui/signals.ts';
import { useSteps } from '#web/door/ui/use-steps.ts';
import type { PhoneVerdict, ScanMode } from '#web/door/phone/door-phone.ts';
import type { DoorPhone } from '#web/door/phone/open-door-phone.ts';
import { verdictLooks } from './verdict-looks.ts';
import { type Shown, troubleKey, verdictKey } from './verdict-texts.ts';

/** The last admission by this phone, which can be undone. */
export type LastAdmission = { scanId: string; at: Date; isUndone: boolean };

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

/** Passes guests at a scanner device: what was read, typed or found is decided by the phone. */
export function usePassing(phone: DoorPhone, { signals, isStarted }: { signals: Signals; isStarted: boolean }) {
  const steps = useSteps<Shown>({
    signals,
    isStarted,
    signalOf: ({ key, verdict }) => (verdict?.verdict === 'info' ? 'noted' : verdictLooks[key].signal),
  });
  const [mode, setMode] = useState<ScanMode>('in');
  const [last, setLast] = useState<LastAdmission>();

  const check = async (wanted: Check, answered: Answered = []) => {
    const { mode: wantedMode, isTapped } = wanted;
    const run = () =>
      wanted.run(answered).then(
        (verdict): Shown => {
          const opensAt = phone.getState().head?.door.opensAt ?? null;
          const key = verdictKey(verdict, { opensAt, ...(wanted.text !== undefined && { text: wanted.text }) });
          const question = verdict.verdict === 'ask' ? toQuestion(verdict.reason) : undefined;
          const answers = question && {
            admit: () => void check({ ...wanted, isTapped: true }, [...answered, question]),
            reject: wanted.reject,
          };
          if (verdict.verdict === 'admit') setLast({ scanId: verdict.scanId, at: verdict.at, isUndone: false });
          return { key, mode: wantedMode, isTapped, verdict, answers };
        },
        (error: unknown): Shown => ({ key: troubleKey(error), mode: wantedMode, isTapped, verdict: undefined }),
      );
    const shown = await steps.check(run, wanted.text === undefined);
    // A rejection and a look are single acts, once they are done: the next guest comes in.
    if (shown?.verdict && (wantedMode === 'reject' || wantedMode === 'info')) setMode('in');
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
      void check({ run: (answered) => phone.admitEntry(entryId, people, answered), mode: 'in', isTapped: true });
    },
    explain: (scanId: string, because: RejectReason, refund?: string) => phone.explain(scanId, because, refund),
    async undo(scanId: string) {
      await phone.undo(scanId);
      setLast((before) => (before?.scanId === scanId ? { ...before, isUndone: true } : before));
    },
  };
}
