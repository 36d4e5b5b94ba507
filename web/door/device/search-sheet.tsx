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
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { ListedRows } from './listed-rows.tsx';

type Trouble = 'offline' | 'often' | 'spent' | 'early' | 'failed';
type Found = { state: 'idle' | 'working' | Trouble } | { state: 'done'; guests: readonly FoundGuest[] };

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
  const [found, setFound] = useState<Found>({ state: isAlone && maySearch ? 'offline' : 'idle' });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const search = async (event: FormEvent) => {
    event.preventDefault();
    if (!maySearch || name.trim().length < SHORTEST) return;
    setFound({ state: 'working' });
    setFound(
      await phone.search(name.trim()).then(
        (guests): Found => ({ state: 'done', guests }),
        (error: unknown): Found => ({ state: troubleOf(error) }),
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
        {found.state === 'offline' && <span className="font-semibold text-warn">{t('scanner-device:search.offline')}</span>}
        {(found.state === 'often' || found.state === 'spent') && (
          <span className="font-semibold text-warn">{t(`scanner-device:search.${found.state}`)}</span>
        )}
        {found.state === 'early' && (
          <span className="font-semibold text-warn">{t('scanner-device:search.early', { hours: NEAR_BEFORE_START_HOURS })}</span>
        )}
        {found.state === 'failed' && <span className="font-semibold text-danger">{t('scanner-device:search.failed')}</span>}
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

/** The pause after several quick searches is a few seconds; a longer one means that the event's limit is used up. */
const PAUSE_MAX_SECONDS = 60;

/** Why a search found nothing. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 0) return 'offline';
  if (error.body.code === 'door_not_near') return 'early';
  if (error.body.code !== 'too_many_requests') return 'failed';
  return (error.retryAfterSeconds ?? 0) > PAUSE_MAX_SECONDS ? 'spent' : 'often';
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
