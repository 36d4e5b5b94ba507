import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { fullName } from '#shared/accounts/account-rules.ts';
import { timeText } from '#shared/dates.ts';
import { type Admission, CONFLICT_REASONS, type ConflictView } from '#shared/door/conflicts.ts';
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
  const { t } = useTranslation('staff-tonight');
  const known = CONFLICT_REASONS.find((each) => each === reason);
  return (
    <li className="border-t border-hairline py-3 wrap-anywhere">
      <p className="font-semibold">
        {known ? t(`conflicts.reasons.${known}`) : reason}: {guest ? fullName(guest) : t('conflicts.unknown_guest')}
      </p>
      {ticketId !== null && <p className="text-muted">{t('conflicts.ticket', { id: String(ticketId) })}</p>}
      {entry && <p className="text-muted">{t('by_list', { people: entry.people, list: entry.list })}</p>}
      <p className="type-tabular">
        {admissions.map((admission, place) => (
          <span key={`${admission.door} ${admission.at}`}>
            {place > 0 && ', '}
            <span className="whitespace-nowrap">{t('conflicts.admission', timesOf(admission))}</span>
          </span>
        ))}
      </p>
      {!isOrderCertain && <p className="text-warn">{t('conflicts.order_unsure')}</p>}
    </li>
  );
}

const timesOf = ({ door, at, uncertaintyMs }: Admission) => ({
  door,
  time: `${timeText(at)}:${String(new Date(at).getSeconds()).padStart(2, '0')}`,
  seconds: Math.max(1, Math.ceil(uncertaintyMs / 1000)),
});
