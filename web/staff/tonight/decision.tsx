import { DECISION_LOOKS } from '#web/staff/components/decision-looks.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { ageOn, fullName } from '#shared/accounts/account-rules.ts';
import { timeText } from '#shared/dates.ts';
import type { DoorDecision } from '#shared/staff/tonight.contract.ts';
import { Facts } from '#web/staff/components/data-table.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { isRefundable, type Refundable } from './refund-denied.tsx';
import type { Undoable } from './undo-admission.tsx';

const REASONS = [
  'admitted_other_event',
  'other_event',
  'event_cancelled',
  'ticket_used',
  'ticket_refunded',
  'ticket_revoked',
  'ticket_transferred',
  'needs_name',
  'code_tampered',
  'code_replaced',
  'banned',
  'on_list',
  'not_on_list',
  'entry_used',
  'list_full',
  'free_until_over',
  'not_open_yet',
  'full',
  'rejected_before',
  'admitted_rejected',
  'admitted_free_until_over',
  'admitted_list_full',
  'drunk',
  'no_id',
  'too_young',
  'behaviour',
] as const;

const isUndoable = (decision: DoorDecision): decision is Undoable => decision.undo !== null;

type DecisionProps = {
  decision: DoorDecision;
  /** Given where a decision can be undone, or refunded. */
  onUndo?: (decision: Undoable) => void;
  onRefund?: ((decision: Refundable) => void) | undefined;
};

/** A decision and its reason, as a word with its icon, and whether it was undone. */
export function Decision({ decision, onUndo, onRefund }: DecisionProps) {
  const { result, reason, entry, isAfterRevocation, refund, guest, isUndone } = decision;
  const { t } = useTranslation('staff-tonight');
  const { Icon, colour } = DECISION_LOOKS[result];
  const known = result === 'conflict' ? undefined : REASONS.find((each) => each === reason);
  return (
    <>
      <span className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${colour}`}>
        <Icon size={16} aria-hidden="true" />
        {known ? t(`reasons.${known}`) : t(`results.${result}`)}
      </span>
      {isUndone && <span className="block font-semibold text-warn">{t('undo.undone')}</span>}
      {entry && <span className="block wrap-anywhere text-muted">{t('by_list', { people: entry.people, list: entry.list })}</span>}
      {isAfterRevocation && result !== 'noted' && <span className="block text-warn">{t('after_revocation')}</span>}
      {refund && (
        <span className="block text-muted">
          {t(`refund.${refund.state}`)}: {refund.reason}
        </span>
      )}
      {onRefund && isRefundable(decision) && (
        <button
          type="button"
          className="link block"
          aria-label={t('refund.of', { name: fullName(guest) })}
          onClick={() => onRefund(decision)}
        >
          {t('refund.open')}
        </button>
      )}
      {onUndo && isUndoable(decision) && (
        <button type="button" className="link block" aria-label={t('undo.of', { name: fullName(guest) })} onClick={() => onUndo(decision)}>
          {t('undo.open')}
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
