import Copy from 'lucide-react/icons/copy';
import { venueTime } from '#shared/dates.ts';
import type { PhoneConflict } from '#shared/door/conflicts.ts';
import { scannerFills } from '#shared/media/colours.ts';
import type { ListedGuest } from '#web/door/phone/door-phone.ts';
import { paint } from '#web/lib/paint.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { listedName } from './listed-rows.tsx';

const MS = 1_000;
const two = (value: number): string => String(value).padStart(2, '0');

/** `23:41:07` at the venue. */
function secondsText(at: string): string {
  const { hour, minute } = venueTime(at);
  return `${two(hour)}:${two(minute)}:${two(new Date(at).getUTCSeconds())}`;
}

const titles = [
  'ticket_used',
  'ticket_refunded',
  'ticket_revoked',
  'ticket_transferred',
  'banned',
  'full',
  'event_cancelled',
  'other_event',
  'code_tampered',
  'ticket_not_found',
  'without_code',
  'entry_used',
  'list_full',
  'free_until_over',
  'not_on_list',
  'device_ended',
] as const;

export const conflictTitle = ({ reason }: PhoneConflict) => titles.find((known) => known === reason) ?? 'other';

type ConflictCardProps = { conflicts: readonly PhoneConflict[]; listed: readonly ListedGuest[]; onSeen(conflictId: number): void };

/** A guest whom an offline phone admitted against what the server knew; shown until it is tapped away. */
export function ConflictCard({ conflicts, listed, onSeen }: ConflictCardProps) {
  const { t } = useTranslation(['common', 'scanner-device']);
  const [conflict] = conflicts;
  if (!conflict) return null;
  const { admissions, isOrderCertain } = conflict;
  const title = conflictTitle(conflict);
  const guest = conflict.entryId === null ? undefined : listed.find(({ id }) => id === conflict.entryId);
  return (
    <section
      {...paint({ paper: scannerFills.noDecision.fill, on: scannerFills.noDecision.on, accent: scannerFills.noDecision.on })}
      role="alert"
      aria-label={t(`scanner-device:conflicts.titles.${title}`)}
      className="paper flex max-h-full flex-col gap-2 overflow-y-auto border-b-4 border-coal px-5 py-3"
    >
      <p className="flex items-center gap-3 text-[1.375rem] leading-7 font-bold">
        <Copy size={32} className="shrink-0" aria-hidden="true" />
        {t(`scanner-device:conflicts.titles.${title}`)}
      </p>
      {guest && (
        <p className="font-bold wrap-anywhere">{t('scanner-device:listed.who', { name: listedName(guest), list: guest.list.name })}</p>
      )}
      <ol className="flex flex-col text-[1.125rem] leading-7 font-semibold">
        {admissions.map(({ door, at, uncertaintyMs }, place) => (
          <li key={`${door} ${at}`} className="flex flex-wrap gap-x-3">
            {admissions.length > 1 && isOrderCertain && (
              <span>{t(place === 0 ? 'scanner-device:conflicts.first' : 'scanner-device:conflicts.later')}:</span>
            )}
            <span className="type-tabular font-bold wrap-anywhere">
              {t('scanner-device:conflicts.admission', {
                door,
                time: secondsText(at),
                seconds: Math.max(1, Math.ceil(uncertaintyMs / MS)),
              })}
            </span>
          </li>
        ))}
      </ol>
      {!isOrderCertain && admissions.length > 1 && <p className="font-semibold">{t('scanner-device:conflicts.order_unsure')}</p>}
      <div className="flex items-center gap-3">
        <p className="min-w-0 grow leading-5">
          {t(
            title === 'ticket_used' || title === 'entry_used'
              ? 'scanner-device:conflicts.next.twice'
              : 'scanner-device:conflicts.next.other',
          )}
        </p>
        <Button look="paper" className="shrink-0" onClick={() => onSeen(conflict.id)}>
          {t('scanner-device:conflicts.seen')}
        </Button>
      </div>
      {conflicts.length > 1 && <p className="font-bold">{t('scanner-device:conflicts.more', { count: conflicts.length - 1 })}</p>}
    </section>
  );
}
