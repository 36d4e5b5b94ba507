import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fullName } from '#shared/accounts/account-rules.ts';
import { MINIMUM_AGE } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import type { FoundGuest } from '#shared/door/scanner-device.contract.ts';
import { NEAR_BEFORE_START_HOURS } from '#shared/door/scanner-devices.ts';
import { ApiError } from '#shared/errors.ts';
import { eventName } from '#shared/events/timing.ts';
import type { ListedGuest, ScanMode } from '#web/door/phone/door-phone.ts';
import type { DoorPhone } from '#web/door/phone/open-door-phone.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { ListedRows } from './listed-rows.tsx';
import { limitOf } from './verdict-texts.ts';

/** Why a search found nothing. */
const troubles = {
  offline: 'scanner-device:search.offline',
  often: 'scanner-device:search.often',
  early: 'scanner-device:search.early',
  failed: 'scanner-device:search.failed',
  limit_hour: 'scanner-device:verdicts.limit_hour.text',
  limit_device: 'scanner-device:verdicts.limit_device.text',
  limit_member: 'scanner-device:verdicts.limit_member.text',
} as const;
type Trouble = keyof typeof troubles;
type Found = { state: 'idle' | 'working' } | { state: 'failed'; trouble: Trouble } | { state: 'done'; guests: readonly FoundGuest[] };

/** At least two letters. */
const SHORTEST = 2;

type SearchSheetProps = {
  phone: Pick<DoorPhone, 'search'>;
  mode: ScanMode;
  isAlone: boolean;
  /** Ticket holders, not only guest lists. */
  maySearch: boolean;
  listed: readonly ListedGuest[];
  onAsk(ticketId: number): void;
  onAdmit(entryId: number, people: number): void;
  onClose(): void;
};

/** People by name: guest list entries, stored on the phone, and ticket holders, whom only the server can search. */
export function SearchSheet({ phone, mode, isAlone, maySearch, listed, onAsk, onAdmit, onClose }: SearchSheetProps) {
  const { t } = useTranslation(['common', 'scanner-device']);
  const [name, setName] = useState('');
  const [found, setFound] = useState<Found>(isAlone && maySearch ? { state: 'failed', trouble: 'offline' } : { state: 'idle' });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const search = async (event: FormEvent) => {
    event.preventDefault();
    if (!maySearch || name.trim().length < SHORTEST) return;
    setFound({ state: 'working' });
    setFound(
      await phone.search(name.trim()).then(
        (guests): Found => ({ state: 'done', guests }),
        (error: unknown): Found => ({ state: 'failed', trouble: troubleOf(error) }),
      ),
    );
  };
  return (
    <Dialog title={t('scanner-device:search.title')} className="flex flex-col gap-4 p-5" onClose={onClose}>
      <form noValidate onSubmit={(event) => void search(event)} className="flex flex-col gap-4">
        <Field
          ref={field}
          label={t('scanner-device:search.label')}
          hint={t(maySearch ? 'scanner-device:search.hint' : 'scanner-device:search.hint_lists')}
          autoComplete="off"
          enterKeyHint="search"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {maySearch && (
          <Button type="submit" isWide isPending={found.state === 'working'} pendingLabel={t('scanner-device:search.working')}>
            {t('scanner-device:search.holders')}
          </Button>
        )}
      </form>
      {mode === 'in' && listed.length > 0 && name.trim() !== '' && (
        <ListedRows key={name.trim()} listed={listed} searched={name} onAdmit={onAdmit} />
      )}
      <output>
        {found.state === 'failed' && (
          <span className={classNames('font-semibold', found.trouble === 'failed' ? 'text-danger' : 'text-warn')}>
            {t(troubles[found.trouble], { hours: NEAR_BEFORE_START_HOURS })}
          </span>
        )}
        {found.state === 'done' && found.guests.length === 0 && <span>{t('scanner-device:search.none')}</span>}
      </output>
      {found.state === 'done' && found.guests.length > 0 && (
        <ul className="flex flex-col">
          {found.guests.map((guest) => (
            <FoundRow key={guest.ticketId} guest={guest} mode={mode} onAsk={() => onAsk(guest.ticketId)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 0) return 'offline';
  if (error.body.code === 'door_not_near') return 'early';
  const limit = limitOf(error) ?? 'failed';
  return limit === 'limit_minute' ? 'often' : limit;
}

const actions = {
  in: 'scanner-device:search.let_in',
  out: 'scanner-device:search.let_out',
  reject: 'scanner-device:search.turn_away',
  info: 'scanner-device:search.info',
} as const;

export function FoundRow({ guest, mode, onAsk }: { guest: FoundGuest; mode: ScanMode; onAsk(): void }) {
  const { t } = useTranslation(['common', 'door', 'scanner-device']);
  const { language } = useLanguage();
  const { age } = guest;
  const isYoung = age !== undefined && age < MINIMUM_AGE;
  return (
    <li className="flex items-center gap-3 border-t border-control py-3">
      <div className="min-w-0 grow">
        <p className="text-[1.125rem] font-bold wrap-anywhere">{fullName(guest)}</p>
        <p className="text-muted">
          {age !== undefined && (
            <span className={isYoung ? 'font-semibold text-warn' : ''}>{t(isYoung ? 'door:under_18' : 'door:age', { age })}</span>
          )}{' '}
          {eventName({ name: guest.ticketTypeName, nameLat: guest.ticketTypeNameLat }, language)}
        </p>
        {guest.usedAt !== null && (
          <p className="font-semibold text-warn">{t('scanner-device:search.inside', { time: timeText(guest.usedAt) })}</p>
        )}
      </div>
      <Button look="secondary" className="shrink-0 px-4!" onClick={onAsk}>
        {t(actions[mode])}
      </Button>
    </li>
  );
}
