import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { fullName } from '#shared/accounts/account-rules.ts';
import { timeText } from '#shared/dates.ts';
import type { Admission, ConflictView } from '#shared/door/conflicts.ts';
import { capitalized, scanReason } from '#web/staff/components/scan-text.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** Admissions that should not have been, newest first. New ones are read out. */
export function Conflicts({ conflicts }: { conflicts: readonly ConflictView[] }) {
  const { t } = useTranslation('staff-tonight');
  return (
    <section aria-labelledby="conflicts" className="border-2 border-warn p-4">
      <h2 id="conflicts" className="flex items-center gap-2 text-[1.25rem] leading-7 font-bold text-warn">
        <TriangleAlert size={20} aria-hidden="true" className="shrink-0" />
        {t('conflicts.title')}
      </h2>
      <p className="pt-1 text-muted">{t('conflicts.lead')}</p>
      <ul aria-labelledby="conflicts" aria-live="polite" className="pt-2">
        {conflicts.map((conflict) => (
          <Conflict key={conflict.id} conflict={conflict} />
        ))}
      </ul>
    </section>
  );
}

function Conflict({ conflict: { reason, ticketId, guest, entry, admissions, isOrderCertain } }: { conflict: ConflictView }) {
  const { t } = useTranslation(['common', 'staff-tonight', 'staff-scans']);
  const why = reason === 'ticket_used' ? t('staff-tonight:conflicts.double') : (scanReason(reason, t) ?? reason);
  return (
    <li className="border-t border-hairline py-3 wrap-anywhere">
      <p className="font-semibold">
        {capitalized(why)}: {guest ? fullName(guest) : t('staff-tonight:conflicts.unknown_guest')}
      </p>
      {ticketId !== null && <p className="text-muted">{t('staff-tonight:conflicts.ticket', { id: String(ticketId) })}</p>}
      {entry && <p className="text-muted">{t('staff-tonight:by_list', { people: entry.people, list: entry.list })}</p>}
      <p className="type-tabular">
        {admissions.map((admission, place) => (
          <span key={`${admission.door} ${admission.at}`}>
            {place > 0 && ', '}
            <span className="whitespace-nowrap">{t('staff-tonight:conflicts.admission', timesOf(admission))}</span>
          </span>
        ))}
      </p>
      {!isOrderCertain && <p className="text-warn">{t('staff-tonight:conflicts.order_unsure')}</p>}
    </li>
  );
}

const timesOf = ({ door, at, uncertaintyMs }: Admission) => ({
  door,
  time: `${timeText(at)}:${String(new Date(at).getSeconds()).padStart(2, '0')}`,
  seconds: Math.max(1, Math.ceil(uncertaintyMs / 1000)),
});
