import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fullName } from '#shared/accounts/account-rules.ts';
import { timeText } from '#shared/dates.ts';
import type { FoundGuest } from '#shared/door/pass.contract.ts';
import { ApiError } from '#shared/errors.ts';
import { eventName } from '#shared/events/timing.ts';
import type { DoorPhone, ListedGuest, ScanMode } from '#web/door/phone/door-phone.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { ListedRows } from './listed-rows.tsx';

type Found = { state: 'idle' | 'working' | 'offline' | 'failed' } | { state: 'done'; guests: readonly FoundGuest[] };

/** Two letters at least. */
const SHORTEST = 2;

type SearchSheetProps = {
  phone: Pick<DoorPhone, 'search'>;
  mode: ScanMode;
  isAlone: boolean;
  listed: readonly ListedGuest[];
  onAsk(ticketId: number): void;
  onAdmit(entryId: number, people: number): void;
  onClose(): void;
};

/** People by name: those on lists, whom the phone has, and those who hold a ticket, whose names are on the server alone. */
export function SearchSheet({ phone, mode, isAlone, listed, onAsk, onAdmit, onClose }: SearchSheetProps) {
  const { t } = useTranslation(['common', 'door-pass']);
  const [name, setName] = useState('');
  const [found, setFound] = useState<Found>({ state: isAlone ? 'offline' : 'idle' });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const search = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim().length < SHORTEST) return;
    setFound({ state: 'working' });
    setFound(
      await phone.search(name.trim()).then(
        (guests): Found => ({ state: 'done', guests }),
        (error: unknown): Found => ({ state: error instanceof ApiError && error.status === 0 ? 'offline' : 'failed' }),
      ),
    );
  };
  return (
    <Dialog title={t('door-pass:search.title')} className="flex flex-col gap-4 p-5" onClose={onClose}>
      <form noValidate onSubmit={(event) => void search(event)} className="flex flex-col gap-4">
        <Field
          ref={field}
          label={t('door-pass:search.label')}
          hint={t('door-pass:search.hint')}
          autoComplete="off"
          enterKeyHint="search"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" isWide isPending={found.state === 'working'} pendingLabel={t('door-pass:search.working')}>
          {t('door-pass:search.title')}
        </Button>
      </form>
      {mode === 'in' && listed.length > 0 && name.trim() !== '' && (
        <ListedRows key={name.trim()} listed={listed} searched={name} onAdmit={onAdmit} />
      )}
      <output>
        {found.state === 'offline' && <span className="font-semibold text-warn">{t('door-pass:search.offline')}</span>}
        {found.state === 'failed' && <span className="font-semibold text-danger">{t('door-pass:search.failed')}</span>}
        {found.state === 'done' && found.guests.length === 0 && <span>{t('door-pass:search.none')}</span>}
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

const actions = { in: 'door-pass:search.let_in', out: 'door-pass:search.let_out', reject: 'door-pass:search.turn_away' } as const;

function FoundRow({ guest, mode, onAsk }: { guest: FoundGuest; mode: ScanMode; onAsk(): void }) {
  const { t } = useTranslation(['common', 'door-pass']);
  const { language } = useLanguage();
  return (
    <li className="flex items-center gap-3 border-t border-control py-3">
      <div className="min-w-0 grow">
        <p className="text-[1.125rem] font-bold wrap-anywhere">{fullName(guest)}</p>
        <p className="text-muted">
          {guest.birthdate && <DateText at={guest.birthdate} />}{' '}
          {eventName({ name: guest.releaseName, nameLat: guest.releaseNameLat }, language)}
        </p>
        {guest.usedAt !== null && (
          <p className="font-semibold text-warn">{t('door-pass:search.inside', { time: timeText(guest.usedAt) })}</p>
        )}
      </div>
      <Button look="secondary" className="shrink-0 px-4!" onClick={onAsk}>
        {t(actions[mode])}
      </Button>
    </li>
  );
}
