import Copy from 'lucide-react/icons/copy';
import { fullName } from '#shared/accounts/account-rules.ts';
import { venueTime } from '#shared/dates.ts';
import { CONFLICT_REASONS, type PhoneConflict } from '#shared/door/conflicts.ts';
import { scannerFills } from '#shared/media/colours.ts';
import type { DoorConflict, ListedGuest } from '#web/door/phone/door-phone.ts';
import { paint } from '#web/lib/paint.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { DateText } from '#web/ui/value-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { listedName } from './listed-rows.tsx';

const MS = 1_000;
const two = (value: number): string => String(value).padStart(2, '0');

/** `23:41:07` at the venue. */
function secondsText(at: string): string {
  const { hour, minute } = venueTime(at);
  return `${two(hour)}:${two(minute)}:${two(new Date(at).getUTCSeconds())}`;
}

const titles = [...CONFLICT_REASONS, 'late_under_18', 'late_doubtful', 'late_banned'] as const;

export const conflictTitle = ({ reason }: PhoneConflict) => titles.find((known) => known === reason) ?? 'other';

type ConflictCardsProps = {
  conflicts: readonly DoorConflict[];
  listed: readonly ListedGuest[];
  onSeen(conflictIds: readonly number[]): void;
};

/**
 * Guests whom an offline phone admitted against what the server knew, newest first, each until it is tapped away. Those above capacity
 * share a card, because the number matters and not the guest.
 */
export function ConflictCards({ conflicts, listed, onSeen }: ConflictCardsProps) {
  const { t } = useTranslation('scanner-device');
  if (conflicts.length === 0) return null;
  const above = conflicts.filter(({ reason }) => reason === 'full');
  const [newestAbove] = above;
  const single = conflicts.filter(({ reason }) => reason !== 'full');
  return (
    <section
      aria-label={t('conflicts.label')}
      {...paint({ paper: scannerFills.noDecision.fill, on: scannerFills.noDecision.on, accent: scannerFills.noDecision.on })}
      className="paper max-h-[45dvh] shrink-0 divide-y-2 divide-coal overflow-y-auto border-y-4 border-coal"
    >
      {newestAbove && (
        <ConflictCard conflict={newestAbove} guest={undefined} count={above.length} onSeen={() => onSeen(above.map(({ id }) => id))} />
      )}
      {single.map((conflict) => (
        <ConflictCard
          key={conflict.id}
          conflict={conflict}
          guest={listed.find(({ id }) => id === conflict.entryId)}
          count={1}
          onSeen={() => onSeen([conflict.id])}
        />
      ))}
    </section>
  );
}

type ConflictCardProps = { conflict: DoorConflict; guest: ListedGuest | undefined; count: number; onSeen(): void };

function ConflictCard({ conflict, guest: listedGuest, count, onSeen }: ConflictCardProps) {
  const { t } = useTranslation(['common', 'scanner-device']);
  const { admissions, isOrderCertain, guest } = conflict;
  const title = conflictTitle(conflict);
  const isTwice = title === 'ticket_used' || title === 'entry_used';
  return (
    <article role="alert" aria-label={t(`scanner-device:conflicts.titles.${title}`)} className="flex flex-col gap-1 px-4 py-2">
      <p className="flex items-center gap-2 text-[1.25rem] leading-6 font-bold">
        <Copy size={24} className="shrink-0" aria-hidden="true" />
        {t(`scanner-device:conflicts.titles.${title}`)}
        {count > 1 && ` · ${t('scanner-device:listed.count', { count })}`}
      </p>
      {guest && (
        <p className="text-[1.25rem] leading-6 font-bold wrap-anywhere">
          {fullName(guest)}
          {guest.birthdate !== '' && ' · '}
          {guest.birthdate !== '' && <DateText at={guest.birthdate} />}
          <TicketDigits ticketId={guest.ticketId} />
        </p>
      )}
      {listedGuest && (
        <p className="font-bold wrap-anywhere">
          {t('scanner-device:listed.name_and_list', { name: listedName(listedGuest), list: listedGuest.list.name })}
        </p>
      )}
      {count === 1 && (
        <ol className="flex flex-col text-[1.125rem] leading-6 font-semibold">
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
      )}
      {!isOrderCertain && admissions.length > 1 && <p className="font-semibold">{t('scanner-device:conflicts.order_unsure')}</p>}
      <div className="flex items-center gap-3">
        <p className="min-w-0 grow leading-5">
          {t(isTwice ? 'scanner-device:conflicts.next.twice' : 'scanner-device:conflicts.next.other')}
        </p>
        <Button look="paper" className="shrink-0" onClick={onSeen}>
          {t('scanner-device:conflicts.seen')}
        </Button>
      </div>
    </article>
  );
}

const DIGITS = 4;

/** ` · ticket …0417`, after the name of its guest. */
export function TicketDigits({ ticketId, className }: { ticketId: number; className?: string }) {
  const { t } = useTranslation('scanner-device');
  return (
    <span className={classNames('type-tabular', className)}>
      {' · '}
      <span className="whitespace-nowrap">{t('conflicts.ticket', { digits: String(ticketId).slice(-DIGITS) })}</span>
    </span>
  );
}
