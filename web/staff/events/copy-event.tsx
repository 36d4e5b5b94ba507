import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText, venueDay, weekdayText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import type { StaffEventRow, StaffEventView } from '#shared/staff/events.contract.ts';
import { EventCopy } from '#shared/staff/events.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useStaffForm } from '#web/staff/parts/staff-form.ts';
import { useInlineFailure } from '#web/staff/parts/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/fields.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { useConfirmation, WarningList } from './confirm-event.tsx';

type CopyEventProps = {
  event: Pick<StaffEventRow, 'id' | 'name' | 'nameLat' | 'startDate'>;
  onClose(): void;
  onCopied(event: StaffEventView): void;
};

/** Copies an event to another day. The next free day of the same weekday is proposed. */
export function CopyEvent({ event, onClose, onCopied }: CopyEventProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { language } = useLanguage();
  const free = useQuery({
    queryKey: ['free-day', event.id],
    queryFn: ({ signal }) => staffApi.staffEvents.freeDay({ id: event.id }, { signal }),
  });
  const proposed = free.isError ? venueDay(event.startDate) : free.data?.day;
  return (
    <Dialog title={t('staff-nights:copy_of', { name: eventName(event, language) })} className="p-6" onClose={onClose}>
      {proposed === undefined ? (
        <Skeleton className="mt-5 h-48 w-full" />
      ) : (
        <CopyForm id={event.id} proposed={proposed} onCopied={onCopied} />
      )}
    </Dialog>
  );
}

type CopyFormProps = { id: number; proposed: string; onCopied(event: StaffEventView): void };

function CopyForm({ id, proposed, onCopied }: CopyFormProps) {
  const { t } = useTranslation(['common', 'staff-nights', 'forms', 'errors']);
  const { failure, onFailed } = useInlineFailure();
  const { question, ask, close } = useConfirmation();
  const form = useStaffForm({
    schema: EventCopy,
    defaultValues: { day: proposed },
    send: ({ day }) => staffApi.staffEvents.copy({ id, body: { day, confirmed: question?.warnings.map(({ key }) => key) ?? [] } }),
    onSent(copied) {
      toast.success(t('staff-nights:copied'));
      onCopied(copied);
    },
    onFailed(error): boolean {
      return ask(error, { id, day: form.form.getValues('day'), isCopy: true }, () => form.submit(), onFailed);
    },
  });
  const day = form.controlled('day');
  const change = (next: string) => {
    close();
    day.onChange(next);
  };
  return (
    <form noValidate onSubmit={form.submit} className="mt-5 flex flex-col gap-5">
      <p>{t('staff-nights:copy_text')}</p>
      <DateField id="copy-day" legend={t('staff-nights:copy_day')} value={day.value} error={day.error ?? failure} onChange={change} />
      <div role="alert">{question && <WarningList warnings={question.warnings} />}</div>
      <Button type="submit" isPending={form.isPending} pendingLabel={t('staff-nights:copying')}>
        {t(question ? 'staff-nights:confirm.go.copy' : 'staff-nights:copy')}
      </Button>
    </form>
  );
}

const EVENTS_OFFERED = 12;

/** A new event as a copy of a past one. Shown when there is one. */
export function SameAs({ onCopied }: { onCopied(event: StaffEventView): void }) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { language } = useLanguage();
  const past = useQuery({
    queryKey: ['past-nights'],
    queryFn: ({ signal }) => staffApi.staffEvents.list({ show: 'past', limit: EVENTS_OFFERED }, { signal }),
  });
  const [chosen, setChosen] = useState('');
  const [copied, setCopied] = useState<StaffEventRow>();
  const events = past.data?.items ?? [];
  if (events.length === 0) return null;
  const event = events.find(({ id }) => String(id) === chosen) ?? events[0];
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
        {events.map((each) => (
          <option key={each.id} value={each.id}>
            {`${weekdayText(each.startDate, t)}, ${dateText(each.startDate, language, t)}: ${eventName(each, language)}`}
          </option>
        ))}
      </Select>
      <Button look="secondary" className="min-h-13" size="small" onClick={() => setCopied(event)}>
        {t('staff-nights:same_as_use')}
      </Button>
      {copied && <CopyEvent event={copied} onClose={() => setCopied(undefined)} onCopied={onCopied} />}
    </div>
  );
}
