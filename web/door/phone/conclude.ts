import type { ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import type { PhoneVerdict } from './door-phone.ts';
import { type Entering, shownReason } from './live-check.ts';
import type { PairedDevice } from './paired-device.ts';
import { ask, askIfRefused } from './questions.ts';
import type { StoredScan } from './store.ts';

/**
 * `own`: the verdict of the phone alone. `unseen`: a question of a killed page about the same guests. `mayBeUnknown`: the server may know
 * better than the phone's refusal. `verdictOf`: the verdict once the scan is stored, by the server if it answered in time.
 */
type Known = {
  own: PhoneVerdict;
  unseen: StoredScan | undefined;
  mayBeUnknown?: boolean;
  verdictOf(scanId: string, outcome: ScanOutcome | undefined): PhoneVerdict;
};

/**
 * Decides about guests who want to enter: a person is asked first, then the server, if it can be. The scan is on disk before its verdict is
 * shown; nothing is stored while a person must be asked.
 */
export async function conclude(
  { log, liveCheck }: Pick<PairedDevice, 'log' | 'liveCheck'>,
  scan: Entering,
  { own, unseen, mayBeUnknown = false, verdictOf }: Known,
): Promise<PhoneVerdict> {
  if (unseen?.outcome?.result === 'accepted') {
    // The server has already admitted them, but the verdict was never shown.
    const { reason } = unseen.outcome;
    await log.put({ ...unseen, shown: { result: 'accepted', reason: shownReason(reason) } });
    return { ...own, scanId: unseen.scanId, verdict: 'admit', reason, decidedBy: 'server', used: undefined };
  }
  const question = ask(own, scan.answered ?? []);
  if (question) return question;
  const shown = shownOf(own);
  if (own.verdict === 'admit' || mayBeUnknown) {
    const { scanId, outcome } = await liveCheck.decide(scan, { unseen, shown });
    return askIfRefused(verdictOf(scanId, outcome));
  }
  const { scanId } = await log.append({ ...scan, kind: 'in', decidedBy: 'phone', shown });
  return { ...own, scanId };
}

const RESULTS = { admit: 'accepted', reject: 'rejected' } as const;

/** What the phone showed, as scans store it. */
export const shownOf = ({ verdict, reason }: PhoneVerdict): NonNullable<StoredScan['shown']> => ({
  result: verdict === 'admit' || verdict === 'reject' ? RESULTS[verdict] : 'refused',
  reason: shownReason(reason),
});
