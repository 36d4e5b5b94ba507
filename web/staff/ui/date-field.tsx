import { parseDate, parseTime, type CalendarDate, type Time } from '@internationalized/date';
import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import {
  type ComponentProps,
  type FocusEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
} from 'react-aria-components/Calendar';
import { type DateFieldState, DateFieldStateContext, DateInput, DateSegment } from 'react-aria-components/DateField';
import { DatePicker } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { Popover } from 'react-aria-components/Popover';
import { TimeField as AriaTimeField, TimeFieldStateContext } from 'react-aria-components/TimeField';
import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, venueDay, venueTime, WEEKDAYS, weekdayText } from '#shared/dates.ts';
import { writtenTime } from '#shared/events/written-time.ts';
import { useNow } from '#web/lib/now.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { classNames } from '#web/ui/class-names.ts';
import { joinDate } from '#web/ui/date-field.tsx';
import { FieldNotes } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { described } from './described.ts';
import { english, georgian } from './georgian.ts';

type FieldTexts = { label: string; hint?: ReactNode; error?: string | undefined };

type FieldProps = FieldTexts & {
  /** A link of an error summary leads to it. */
  id?: string;
  /** A text of the form; its missing parts are left out, so that the form refuses it. */
  value: string;
  onChange(value: string): void;
};

/** A date, `2026-11-21`. */
export function DateField({ value, onChange, ...texts }: FieldProps) {
  return <FieldFrame {...texts}>{(aria) => <DateBox {...aria} value={value} onChange={onChange} />}</FieldFrame>;
}

/** A time of day, `18:30`. */
export function TimeField({ value, onChange, ...texts }: FieldProps) {
  return <FieldFrame {...texts}>{(aria) => <TimeBox {...aria} value={value} onChange={onChange} />}</FieldFrame>;
}

/** A moment, `2026-11-21T18:30` in venue time. */
export function MomentField({ value, onChange, ...texts }: FieldProps) {
  const { t } = useTranslation('staff');
  const [day = '', time = ''] = value.split('T');
  const write = (nextDay: string, nextTime: string) => onChange(nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`);
  return (
    <FieldFrame {...texts}>
      {(aria) => (
        <div className="flex flex-wrap gap-3">
          <DateBox {...aria} value={day} onChange={(next) => write(next, time)} />
          <TimeBox {...aria} aria-label={`${texts.label}: ${t('time')}`} value={time} onChange={(next) => write(day, next)} />
        </div>
      )}
    </FieldFrame>
  );
}

type Aria = { 'aria-label': string; 'aria-describedby'?: string; isInvalid: boolean };

type FieldFrameProps = FieldTexts & { id?: string; children(aria: Aria): ReactNode };

function FieldFrame({ label, hint, error, children, ...props }: FieldFrameProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const lead = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target === currentTarget) currentTarget.querySelector<HTMLElement>('[contenteditable]')?.focus();
  };
  return (
    <div id={id} tabIndex={-1} onFocus={lead} className="field">
      <span aria-hidden="true" className="font-semibold">
        {label}
      </span>
      <div className="flex flex-col gap-2 empty:hidden">
        <FieldNotes id={id} hint={hint} error={error} />
      </div>
      {children({
        'aria-label': label,
        ...described(id, { hint, error }),
        isInvalid: error !== undefined,
      })}
    </div>
  );
}

type BoxProps = Aria & Pick<FieldProps, 'value' | 'onChange'>;

/** Its parts are typed, or chosen together from a calendar. */
function DateBox({ value, onChange, ...aria }: BoxProps) {
  const today = parseDate(venueDay(useNow()));
  const { shown, round, report } = useShown(value, onChange);
  return (
    <DatePicker<CalendarDate>
      key={round}
      {...aria}
      defaultValue={isCalendarDay(shown) ? parseDate(shown) : null}
      placeholderValue={today}
      validationBehavior="aria"
      shouldForceLeadingZeros
    >
      <Group className={classNames(box, 'w-48 max-w-[calc(100vw-2.5rem)] ps-4 pe-1')}>
        <Parts onChange={report} />
        <Button className={iconButton}>
          <CalendarDays size={20} />
        </Button>
      </Group>
      <Popover className="rounded-control border border-control bg-surface-2 p-3 text-[1rem]">
        <Dialog className="outline-none">
          <Calendar>
            <header className="flex items-center justify-between">
              <Button slot="previous" className={iconButton}>
                <ChevronLeft size={20} />
              </Button>
              <Month />
              <Button slot="next" className={iconButton}>
                <ChevronRight size={20} />
              </Button>
            </header>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>{(day) => <Weekday day={day} />}</CalendarGridHeader>
              <CalendarGridBody>{(date) => <Day date={date} />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

function Month() {
  const { t } = useTranslation();
  const shown = useContext(CalendarStateContext)?.visibleRange.start;
  if (!shown) return null;
  return (
    <span aria-live="polite" className="font-semibold">{`${t(`months.${venueTime(shown.toString()).monthName}`)} ${shown.year}`}</span>
  );
}

/** `day`: Mon, Tue … */
function Weekday({ day }: { day: string }) {
  const { t } = useTranslation();
  const weekday = WEEKDAYS.find((each) => each.startsWith(day.toLowerCase()));
  return (
    <CalendarHeaderCell className="h-8 text-[0.875rem] font-normal text-muted">
      {weekday ? t(`weekdays.${weekday}`).slice(0, 3) : day}
    </CalendarHeaderCell>
  );
}

function Day({ date }: { date: CalendarDate }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const day = date.toString();
  const name = `${weekdayText(day, t)}, ${dateText(day, language, t)}`;
  return <CalendarCell date={date} className={dayClass} render={(props) => <div {...props} aria-label={name} />} />;
}

function TimeBox({ value, onChange, ...aria }: BoxProps) {
  const { shown, round, report } = useShown(value, onChange);
  const time = writtenTime(shown);
  /** Full hours need no minutes. */
  const settle = () => {
    if (/^\d\d:$/.test(shown)) onChange(`${shown}00`);
  };
  return (
    <AriaTimeField<Time>
      key={round}
      {...aria}
      defaultValue={time === undefined ? null : parseTime(time)}
      hourCycle={24}
      onBlur={settle}
      validationBehavior="aria"
      shouldForceLeadingZeros
    >
      <Parts onChange={report} className={classNames(box, 'w-28 max-w-full px-4')} />
    </AriaTimeField>
  );
}

const box =
  'flex min-h-13 items-center rounded-control border border-control bg-surface-1 text-[min(1.0625rem,6vw)] data-focus-within:border-accent data-invalid:border-danger data-invalid:inset-ring data-invalid:inset-ring-danger';
const iconButton = 'grid size-11 shrink-0 place-items-center rounded-control hover:bg-surface-3';
const dayClass =
  'grid size-11 place-items-center rounded-control type-tabular hover:bg-surface-3 data-today:font-bold data-today:underline data-outside-month:hidden data-selected:bg-accent data-selected:text-coal';

/**
 * The library keeps the parts that are typed; the form hears them as one text. A value that the form sets itself is shown in a new `round`.
 */
function useShown(value: string, onChange: (value: string) => void) {
  const [{ shown, round }, setState] = useState({ shown: value, round: 0 });
  if (value !== shown) setState({ shown: value, round: round + 1 });
  const report = (text: string) => {
    if (text === shown) return;
    setState({ shown: text, round });
    onChange(text);
  };
  return { shown, round, report };
}

type PartsProps = { className?: string; onChange(text: string): void };

function Parts({ className, onChange }: PartsProps) {
  return (
    <DateInput className={classNames('flex grow items-center', className)}>
      {(segment) => <Part segment={segment} onChange={onChange} />}
    </DateInput>
  );
}

type PartProps = Pick<ComponentProps<typeof DateSegment>, 'segment'> & Pick<PartsProps, 'onChange'>;

/** A part of a date or time; the first one tells what all show. */
function Part({ segment, onChange }: PartProps) {
  const date = useContext(DateFieldStateContext);
  const time = useContext(TimeFieldStateContext);
  const { segments = [] } = date ?? time ?? {};
  const isFirst = segments.find(({ isEditable }) => isEditable) === segment;
  const text = date ? dateOf(segments) : timeOf(segments);
  const report = useEffectEvent(onChange);
  const { language } = useLanguage();
  const names = (language === 'ka' ? georgian : english)['@react-aria/datepicker'];
  // It begins with the English name of the part.
  const nameOf = (label: string | undefined) => label?.replace(/^\w+/, String(names?.[segment.type] ?? segment.type));
  // What it begins with is the form's, even where it shows it otherwise: `8` as 08:00.
  const reported = useRef(text);
  useEffect(() => {
    if (!isFirst || text === reported.current) return;
    reported.current = text;
    report(text);
  }, [isFirst, text]);
  return (
    <DateSegment
      segment={segment}
      className="rounded-[2px] px-0.5 type-tabular outline-none focus:bg-accent focus:text-coal focus-visible:shadow-none data-placeholder:text-faint data-placeholder:focus:text-coal"
      render={(props) => <span {...props} aria-label={nameOf(props['aria-label'])} />}
    >
      {({ isPlaceholder, text: shown, type }) => (isPlaceholder && EMPTY[language][type]) || shown}
    </DateSegment>
  );
}

/** As people write dates of which they know nothing. */
const EMPTY: Record<Language, Record<string, string>> = {
  en: { day: 'dd', month: 'mm', year: 'yyyy' },
  ka: { day: 'დდ', month: 'თთ', year: 'წწწწ' },
};

type Segments = DateFieldState['segments'];

const partOf = (segments: Segments, type: Segments[number]['type']): string => {
  const part = segments.find((segment) => segment.type === type);
  return part === undefined || part.isPlaceholder || part.value === undefined ? '' : String(part.value);
};

const dateOf = (segments: Segments): string =>
  joinDate({ day: partOf(segments, 'day'), month: partOf(segments, 'month'), year: partOf(segments, 'year') });

function timeOf(segments: Segments): string {
  const [hour, minute] = [partOf(segments, 'hour'), partOf(segments, 'minute')];
  return hour === '' && minute === '' ? '' : [hour, minute].map((part) => part && part.padStart(2, '0')).join(':');
}
