import { DECISION_LOOKS } from '#web/staff/components/decision-looks.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { ageOn, fullName } from '#shared/accounts/account-rules.ts';
import { timeText } from '#shared/dates.ts';
import type { DoorDecision } from '#shared/staff/tonight.contract.ts';
import type { Translate } from '#shared/translate.ts';
import { Facts } from '#web/staff/components/data-table.tsx';
import { capitalized, scanReason } from '#web/staff/components/scan-text.ts';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { isRefundable, type Refundable } from './refund-denied.tsx';
import type { Undoable } from './undo-admission.tsx';

/** A denial by the rules is its reason alone: its icon shows the rest. */
function decisionText({ result, reason }: DoorDecision, t: Translate): string {
  if (result === 'conflict') return t('staff-tonight:conflicts.one');
  if (result === 'noted') return t('staff-scans:outcomes.device_ended');
  if (reason === 'rejected_by_staff') return t('staff-tonight:rejected');
  const why = scanReason(reason, t);
  if (result === 'refused' && why !== undefined) return why;
  const outcome = t(`staff-scans:outcomes.${result}`);
  return why === undefined ? outcome : t('staff-scans:with_reason', { outcome, reason: why });
}

const isUndoable = (decision: DoorDecision): decision is Undoable => decision.undo !== null;

type DecisionProps = {
  decision: DoorDecision;
  /** Given where a decision can be undone, or refunded. */
  onUndo?: (decision: Undoable) => void;
  onRefund?: ((decision: Refundable) => void) | undefined;
};

/** A decision and its reason, as a word with its icon, and whether it was undone. */
export function Decision({ decision, onUndo, onRefund }: DecisionProps) {
  const { result, entry, isAfterRevocation, refund, guest, isUndone } = decision;
  const { t } = useTranslation(['common', 'staff-tonight', 'staff-scans', 'staff']);
  const { Icon, colour } = DECISION_LOOKS[result];
  return (
    <>
      <span className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${colour}`}>
        <Icon size={16} aria-hidden="true" />
        {capitalized(decisionText(decision, t))}
      </span>
      {isUndone && <span className="block font-semibold text-warn">{t('staff-tonight:undo.undone')}</span>}
      {entry && (
        <span className="block wrap-anywhere text-muted">{t('staff-tonight:by_list', { people: entry.people, list: entry.list })}</span>
      )}
      {isAfterRevocation && result !== 'noted' && <span className="block text-warn">{t('staff-tonight:after_revocation')}</span>}
      {refund && (
        <span className="block text-muted">
          {t(`staff-tonight:refund.${refund.state}`)}: {refund.reason}
        </span>
      )}
      {onRefund && isRefundable(decision) && (
        <button
          type="button"
          className="link block"
          aria-label={t('staff:do_with', { what: t('staff-tonight:refund.open'), name: fullName(guest) })}
          onClick={() => onRefund(decision)}
        >
          {t('staff-tonight:refund.open')}
        </button>
      )}
      {onUndo && isUndoable(decision) && (
        <button
          type="button"
          className="link block"
          aria-label={t('staff:do_with', { what: t('staff-tonight:undo.open'), name: fullName(guest) })}
          onClick={() => onUndo(decision)}
        >
          {t('staff-tonight:undo.open')}
        </button>
      )}
    </>
  );
}

/**
 * `14.03.2001` and the age at the door: a date of birth is compared with a document, so it is in digits. Undefined for guest list entries,
 * whose birthdate is unknown.
 */
export function useBorn(): (decision: DoorDecision) => string | undefined {
  const { t } = useTranslation('staff-tonight');
  return ({ guest: { born }, at }) =>
    born === '' ? undefined : `${born.split('-').toReversed().join('.')} · ${t('aged', { age: ageOn(born, new Date(at)) })}`;
}

/** Everything known about one decision, including what a narrow row has no room for. */
export function DecisionDetail({ decision, onClose }: { decision: DoorDecision; onClose(): void }) {
  const { t } = useTranslation(['staff-tonight', 'staff']);
  const bornOf = useBorn();
  const { guest, at, ticketId, door, isEventNamed } = decision;
  return (
    <Dialog title={fullName(guest)} className="p-5" onClose={onClose}>
      <Facts
        facts={[
          [t('staff:result'), <Decision key="decision" decision={decision} />],
          [
            t('time'),
            <span key="time" className="type-tabular">
              {timeText(at)}
            </span>,
          ],
          [t('born'), bornOf(decision) ?? '–'],
          [t('staff:ticket'), ticketId ?? '–'],
          [t('door'), door === '' ? '–' : door],
          ...(isEventNamed ? [] : [[t('staff:event'), t('no_event_named')] as const]),
        ]}
      />
    </Dialog>
  );
}
