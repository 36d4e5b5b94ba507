import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import { eventName } from '#shared/events/timing.ts';
import type { DayWarnings, StaffEventRow, StaffEventView } from '#shared/staff/events.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { SubmitButton } from '#web/staff/components/command-button.tsx';
import { useCommand, useInlineFailure } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { Checkbox } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { isToConfirm, WarningList } from '#web/staff/events/confirm-event.tsx';
import { CopyDays, useCopyDays } from './copy-days.tsx';
import { CopyResult } from './copy-result.tsx';

type CopyEventProps = {
  event: Pick<StaffEventRow, 'id' | 'name' | 'nameLat' | 'startDate'>;
  onClose(): void;
};

/** Copies an event to other days. The next free days are proposed; the copies are listed and can be undone. */
export function CopyEvent({ event, onClose }: CopyEventProps) {
  const { t } = useTranslation(['common', 'staff-events']);
  const { language } = useLanguage();
  const [copies, setCopies] = useState<StaffEventView[]>();
  const client = useQueryClient();
  const done = (items: StaffEventView[]) => {
    setCopies(items);
    void client.invalidateQueries({ queryKey: ['nights'] });
  };
  return (
    <Dialog title={t('staff-events:copy_of', { name: eventName(event, language) })} className="p-6" onClose={onClose}>
      {copies ? <CopyResult copies={copies} onClose={onClose} /> : <CopyForm event={event} onCopied={done} />}
    </Dialog>
  );
}

type CopyFormProps = Pick<CopyEventProps, 'event'> & { onCopied(copies: StaffEventView[]): void };

function CopyForm({ event, onCopied }: CopyFormProps) {
  const { t } = useTranslation(['common', 'staff-events', 'forms', 'errors']);
  const days = useCopyDays(event);
  const [lineUp, setLineUp] = useState(true);
  const [publish, setPublish] = useState(false);
  const { failure, onFailed, clear } = useInlineFailure();
  const [isMissing, setMissing] = useState(false);
  const chosen = days.chosen.join(',');
  const warnings = useQuery({
    queryKey: ['copy-warnings', event.id, chosen, lineUp],
    queryFn: ({ signal }) => staffApi.staffEvents.copyWarnings({ id: event.id, days: chosen, lineUp }, { signal }),
    enabled: chosen !== '',
    placeholderData: (before) => before,
  });
  const found = warnings.data?.days ?? [];
  const command = useCommand(
    ({ all, confirmed }: { all: string[]; confirmed: string[] }, idempotencyKey) =>
      staffApi.staffEvents.copy({ id: event.id, body: { days: all, confirmed, lineUp, publish } }, { idempotencyKey }),
    {
      onSuccess: ({ items }) => onCopied(items),
      onError(error) {
        // New warnings are shown, and confirmed by the next press.
        if (isToConfirm(error)) void warnings.refetch();
        onFailed(error);
      },
    },
  );
  const submit = (pressed: FormEvent) => {
    pressed.preventDefault();
    clear();
    setMissing(days.chosen.length === 0);
    if (days.chosen.length === 0) return;
    command.run({ all: days.chosen, confirmed: [...new Set(found.flatMap((day) => day.warnings.map(({ key }) => key)))] });
  };
  const rest = generalWarnings(found);
  const isWarned = found.some((day) => day.warnings.length > 0);
  const isUnread = days.typed !== '' && !isCalendarDay(days.typed);
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-5">
      <p>{t('staff-events:copy_text')}</p>
      <CopyDays days={days} warnings={found} error={isMissing && days.chosen.length === 0 ? t('staff-events:copies.none') : undefined} />
      {rest.length > 0 && <WarningList warnings={rest} />}
      <Checkbox label={t('staff-events:copies.line_up')} checked={lineUp} onChange={({ target }) => setLineUp(target.checked)} />
      <Checkbox label={t('staff-events:copies.publish')} checked={publish} onChange={({ target }) => setPublish(target.checked)} />
      <div role="alert">{failure !== undefined && <p className="text-danger">{failure}</p>}</div>
      <SubmitButton disabled={isUnread || warnings.isFetching} form={command}>
        {t(isWarned ? 'staff-events:confirm.go.copy' : 'staff-events:copies.go', { count: days.chosen.length })}
      </SubmitButton>
    </form>
  );
}

const OF_A_DAY: ReadonlySet<string> = new Set(['evening_taken', 'past']);

/** The warnings that all days have, once. */
function generalWarnings(days: readonly DayWarnings[]): DayWarnings['warnings'] {
  const all = days.flatMap(({ warnings }) => warnings).filter(({ code }) => !OF_A_DAY.has(code));
  return [...new Map(all.map((warning) => [warning.key, warning])).values()];
}
