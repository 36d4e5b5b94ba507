import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import { dateText, weekdayText } from '#shared/dates.ts';
import type { DayWarnings, StaffEventRow } from '#shared/staff/events.contract.ts';
import { COPIES_MAX, FREE_DAYS_ON } from '#shared/staff/events.schemas.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/staff/ui/date-field.tsx';
import { Select } from '#web/staff/ui/select.tsx';
import { Checkbox } from '#web/ui/fields.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useWarningText } from '#web/staff/events/confirm-event.tsx';

type On = (typeof FREE_DAYS_ON)[number];
type Days = ReturnType<typeof useCopyDays>;

/** The days of copies: the next free ones except those unticked, and typed ones. */
export function useCopyDays(event: Pick<StaffEventRow, 'id' | 'startDate'>) {
  const [count, setCount] = useState(1);
  const [on, setOn] = useState<On>('weekday');
  const [struck, setStruck] = useState<readonly string[]>([]);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const free = useQuery({
    queryKey: ['free-days', event.id, count, on],
    queryFn: ({ signal }) => staffApi.staffEvents.freeDays({ id: event.id, count, on }, { signal }),
    placeholderData: (before) => before,
  });
  const shown = [...new Set([...(free.data?.days ?? []), ...added])].toSorted();
  const isTyped = isCalendarDay(typed) && !shown.includes(typed);
  const ticked = shown.filter((day) => !struck.includes(day));
  return {
    event,
    free,
    count,
    on,
    shown,
    typed,
    isTyped,
    /** A date that is typed but not yet added counts, too. */
    chosen: [...ticked, ...(isTyped ? [typed] : [])].toSorted().slice(0, COPIES_MAX),
    setCount,
    setOn,
    setTyped,
    add() {
      setAdded([...added, typed]);
      setStruck(struck.filter((day) => day !== typed));
      setTyped('');
    },
    tick: (day: string, isChosen: boolean) => setStruck(isChosen ? struck.filter((each) => each !== day) : [...struck, day]),
  };
}

const COUNTS = Array.from({ length: COPIES_MAX }, (_, place) => ({ value: place + 1, text: String(place + 1) }));

/** How many days, on which weekdays, each with its warnings, and one more typed by hand. */
export function CopyDays({ days, warnings, error }: { days: Days; warnings: readonly DayWarnings[]; error: string | undefined }) {
  const { t } = useTranslation(['common', 'staff-events', 'forms', 'errors']);
  const weekday = weekdayText(days.event.startDate, t);
  return (
    <>
      <div className="flex flex-wrap gap-5">
        <Select label={t('staff-events:copies.count')} options={COUNTS} value={days.count} onChange={days.setCount} />
        <Select
          label={t('staff-events:copies.on')}
          options={FREE_DAYS_ON.map((value) => ({ value, text: t(`staff-events:copies.on_${value}`, { weekday }) }))}
          value={days.on}
          onChange={days.setOn}
        />
      </div>
      {days.free.isPending && <Skeleton className="h-12 w-full" />}
      {days.free.error && <ErrorState message={errorText(days.free.error, t)} onRetry={() => void days.free.refetch()} />}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">{t('staff-events:copies.days')}</legend>
        {days.shown.map((day, place) => (
          <Day
            key={day}
            day={day}
            isChosen={days.chosen.includes(day)}
            warnings={warnings.find((each) => each.day === day)?.warnings ?? []}
            error={place === 0 ? error : undefined}
            onChange={(isChosen) => days.tick(day, isChosen)}
          />
        ))}
        {days.shown.length === 0 && error !== undefined && <p className="text-danger">{error}</p>}
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <DateField
          id="copy-day"
          label={t('staff-events:copies.another')}
          value={days.typed}
          error={days.typed.length === 10 && !isCalendarDay(days.typed) ? t('forms:validation.day_required') : undefined}
          onChange={days.setTyped}
        />
        <Button look="secondary" className="min-h-13" size="small" disabled={!days.isTyped} onClick={days.add}>
          {t('staff-events:copies.add')}
        </Button>
      </div>
      {days.isTyped && <TypedWarnings warnings={warnings.find(({ day }) => day === days.typed)?.warnings ?? []} />}
    </>
  );
}

type DayProps = {
  day: string;
  isChosen: boolean;
  warnings: DayWarnings['warnings'];
  error: string | undefined;
  onChange(isChosen: boolean): void;
};

const isOfDay = ({ code }: DayWarnings['warnings'][number]): boolean => code === 'evening_taken' || code === 'past';

function Day({ day, isChosen, warnings, error, onChange }: DayProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  return (
    <Checkbox
      checked={isChosen}
      error={error}
      onChange={({ target }) => onChange(target.checked)}
      label={
        <>
          <span className="block">{`${weekdayText(day, t)}, ${dateText(day, language, t)}`}</span>
          {isChosen && <TypedWarnings warnings={warnings} />}
        </>
      }
    />
  );
}

function TypedWarnings({ warnings }: { warnings: DayWarnings['warnings'] }) {
  const textOf = useWarningText();
  return warnings.filter(isOfDay).map((warning) => (
    <span key={warning.key} className="block text-warn">
      {textOf(warning)}
    </span>
  ));
}
