import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText, venueDay, weekdayText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import type { StaffNightRow, StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { WarningList } from './confirm-night.tsx';
import { NOTHING_AGREED, useConfirmation } from './night-commands.ts';
import { useRefusal } from './use-saving.ts';

type CopyNightProps = {
  night: Pick<StaffNightRow, 'id' | 'name' | 'nameLat' | 'startDate'>;
  onClose(): void;
  onCopied(night: StaffNightView): void;
};

/** Asks for the day of a night that is like another one, and makes it. The next free one of its weekday is proposed. */
export function CopyNight({ night, onClose, onCopied }: CopyNightProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { language } = useLanguage();
  const free = useQuery({
    queryKey: ['free-day', night.id],
    queryFn: ({ signal }) => staffApi.staffNights.freeDay({ id: night.id }, { signal }),
  });
  const proposed = free.isError ? venueDay(night.startDate) : free.data?.day;
  return (
    <Dialog title={t('staff-nights:copy_of', { name: eventName(night, language) })} className="p-6" onClose={onClose}>
      {proposed === undefined ? (
        <Skeleton className="mt-5 h-48 w-full" />
      ) : (
        <CopyForm id={night.id} proposed={proposed} onCopied={onCopied} />
      )}
    </Dialog>
  );
}

type CopyFormProps = { id: number; proposed: string; onCopied(night: StaffNightView): void };

function CopyForm({ id, proposed, onCopied }: CopyFormProps) {
  const { t } = useTranslation(['common', 'staff-nights', 'forms', 'errors']);
  const [day, setDay] = useState(proposed);
  const [isCopying, setIsCopying] = useState(false);
  const { refusal, refuse, accept } = useRefusal();
  const { asked, ask, close } = useConfirmation();
  const copy = async ({ confirmed } = NOTHING_AGREED) => {
    setIsCopying(true);
    try {
      const copied = await staffApi.staffNights.copy({ id, body: { day, confirmed } });
      toast.success(t('staff-nights:copied'));
      onCopied(copied);
    } catch (error) {
      const isAsked = await ask(error, { id, day, isCopy: true }, (agreed) => void copy(agreed)).catch(() => false);
      if (isAsked) accept();
      else refuse(error);
      setIsCopying(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asked) asked.again({ confirmed: asked.warnings.map(({ key }) => key) });
    else void copy();
  };
  const change = (next: string) => {
    close();
    setDay(next);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-5">
      <p>{t('staff-nights:copy_text')}</p>
      <DateField
        id="copy-day"
        legend={t('staff-nights:copy_day')}
        value={day}
        error={refusal.fields['day'] ?? refusal.message}
        onChange={change}
      />
      <div role="alert">{asked && <WarningList warnings={asked.warnings} />}</div>
      <Button type="submit" isPending={isCopying} pendingLabel={t('staff-nights:copying')}>
        {t(asked ? 'staff-nights:confirm.go.copy' : 'staff-nights:copy')}
      </Button>
    </form>
  );
}

const NIGHTS_OFFERED = 12;

/** "The same as last Friday": a new night that begins from an old one. Shown when there is one. */
export function SameAs({ onCopied }: { onCopied(night: StaffNightView): void }) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { language } = useLanguage();
  const past = useQuery({
    queryKey: ['past-nights'],
    queryFn: ({ signal }) => staffApi.staffNights.list({ show: 'past', limit: NIGHTS_OFFERED }, { signal }),
  });
  const [chosen, setChosen] = useState('');
  const [copied, setCopied] = useState<StaffNightRow>();
  const nights = past.data?.items ?? [];
  if (nights.length === 0) return null;
  const night = nights.find(({ id }) => String(id) === chosen) ?? nights[0];
  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-hairline pb-5">
      <Select
        id="same-as"
        label={t('staff-nights:same_as')}
        hint={t('staff-nights:same_as_hint')}
        value={chosen}
        className="w-88 max-w-full"
        onChange={({ target }) => setChosen(target.value)}
      >
        {nights.map((each) => (
          <option key={each.id} value={each.id}>
            {`${weekdayText(each.startDate, t)}, ${dateText(each.startDate, language, t)}: ${eventName(each, language)}`}
          </option>
        ))}
      </Select>
      <Button look="secondary" className="min-h-13" size="small" onClick={() => setCopied(night)}>
        {t('staff-nights:same_as_use')}
      </Button>
      {copied && <CopyNight night={copied} onClose={() => setCopied(undefined)} onCopied={onCopied} />}
    </div>
  );
}
