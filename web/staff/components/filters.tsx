import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import { dateText } from '#shared/dates.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { classNames } from '#web/ui/class-names.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { DateField } from '#web/staff/ui/date-field.tsx';
import { isTyping } from './is-typing.ts';
import { Field, Select } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type Choice = { name: string; to: string; isChosen: boolean; count?: number | string };

/** More choices than these are in two even columns on a phone. */
const IN_ONE_ROW = 3;

/** Links to the parts of one list, each with its own address; one is current. */
export function ChoiceLinks({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={label}>
      <ul
        className={classNames(
          'flex flex-wrap gap-x-5',
          choices.length > IN_ONE_ROW &&
            'max-phone:grid max-phone:grid-cols-[repeat(2,minmax(0,1fr))] max-phone:gap-x-3 max-phone:text-[0.875rem]',
        )}
      >
        {choices.map(({ name, to, isChosen, count }) => (
          <li key={name}>
            <Link
              to={to}
              replace
              aria-current={isChosen ? 'true' : undefined}
              className="inline-flex min-h-11 min-w-11 items-center gap-2 border-b-2 border-transparent text-muted phone:whitespace-nowrap hover:text-text aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-text"
            >
              {name}
              {count !== undefined && <span className="type-tabular">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const PAUSE_MS = 250;

type FilterBoxProps = {
  label: string;
  hint?: string;
  /** The initial filter. */
  search: string;
  onFilter(text: string): void;
};

/** A field that filters while typing; `/` focuses it from anywhere in the section. */
export function FilterBox({ label, hint, search, onFilter }: FilterBoxProps) {
  const { t } = useTranslation('staff');
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => onFilter(text.trim()), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `onFilter` is new with every render; only the text counts
  }, [text]);
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', lead);
    return () => document.removeEventListener('keydown', lead);
  }, []);
  return (
    <Field
      ref={input}
      type="search"
      label={label}
      hint={
        <>
          {hint} <span className="[@media(hover:none)]:hidden">{t('search_key')}</span>
        </>
      }
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => setText(target.value)}
      className="w-full max-w-100"
    />
  );
}

type DayFilterProps = { label: string; day: string; onChange(day: string): void };

/** A day to filter by, `YYYY-MM-DD`; an incomplete one filters nothing. */
export function DayFilter({ label, day, onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(day);
  const [lastDay, setLastDay] = useState(day);
  if (day !== lastDay) {
    setLastDay(day);
    // The day changed outside of this field, for example by going back.
    if (day !== wholeDay(typed)) setTyped(day);
  }
  const write = (text: string) => {
    setTyped(text);
    if (wholeDay(text) !== day) onChange(wholeDay(text));
  };
  return <DateField label={label} value={typed} onChange={write} />;
}

const wholeDay = (text: string): string => (isCalendarDay(text) ? text : '');

type EventSelectProps = {
  label: string;
  /** The text of the empty choice. */
  empty: string;
  eventId: number | undefined;
  /** The id as text, or nothing. */
  onChange(event: string): void;
};

/** A select with the events around the present. */
export function EventSelect({ label, empty, eventId, onChange }: EventSelectProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const events = useQuery({
    queryKey: ['nights-around'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all((['upcoming', 'past'] as const).map((show) => staffApi.staffEvents.list({ show }, { signal })));
      return lists.flatMap(({ items }) => items);
    },
  });
  const isListed = eventId === undefined || events.data?.some(({ id }) => id === eventId);
  return (
    <Select label={label} className="w-full max-w-100" value={eventId ?? ''} onChange={({ target }) => onChange(target.value)}>
      <option value="">{empty}</option>
      {!isListed && <option value={eventId}>{eventId}</option>}
      {events.data?.map(({ id, name, nameLat, startDate }) => (
        <option key={id} value={id}>
          {`${language === 'ka' ? name : nameLat} · ${dateText(startDate, language, t)}`}
        </option>
      ))}
    </Select>
  );
}

/**
 * The search text of a list, and its reset with the key of its box: restored when going back, and never in the address, because it may be a
 * personal number.
 */
export function useSearch(): [search: string, change: (text: string) => void, clearing: { key: number; clear(): void }] {
  const { key } = useLocation();
  const [search, setSearch] = useState(storedSearch);
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setSearch('');
    setCleared((times) => times + 1);
  };
  // Stored beside the router's own state.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another filter replaces the state, and the text is written to it again
  useEffect(() => history.replaceState({ ...history.state, search }, ''), [key, search]);
  return [search, setSearch, { key: cleared, clear }];
}

function storedSearch(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'search' in state && typeof state.search === 'string' ? state.search : '';
}
