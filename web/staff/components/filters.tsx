import { useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import { Text } from 'react-aria-components/Text';
import { Link, useLocation, useSearchParams } from 'react-router';
import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import { dateText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { ChoiceChip, FieldChip } from '#web/staff/ui/chips.tsx';
import { DateField } from '#web/staff/ui/date-field.tsx';
import { isTyping } from './is-typing.ts';
import { useTranslation } from '#web/ui/translation.tsx';

type Choice = { name: string; to: string; isChosen: boolean; count?: number | string };

/** Links to the parts of one list, each with its own address; one is current. */
export function ChoiceLinks({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-5">
        {choices.map(({ name, to, isChosen, count }) => (
          <li key={name}>
            <Link
              to={to}
              replace
              aria-current={isChosen ? 'true' : undefined}
              className="inline-flex min-h-11 min-w-11 flex-wrap items-center gap-x-2 wrap-anywhere border-b-2 border-transparent text-muted hover:text-text aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-text"
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
  /** What can be searched for. */
  hint?: string;
  /** The initial filter. */
  search: string;
  onFilter(text: string): void;
};

/** A field that filters while typing; `/` focuses it from anywhere in the section, Escape empties it. */
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
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', lead);
    return () => document.removeEventListener('keydown', lead);
  }, []);
  return (
    <SearchField aria-label={label} value={text} onChange={setText} className="group relative w-full max-w-100 grow basis-[18rem]">
      <Search size={18} aria-hidden className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <Input
        ref={input}
        placeholder={hint ?? label}
        autoComplete="off"
        spellCheck={false}
        className="min-h-11 w-full rounded-control border border-control bg-surface-1 ps-10 pe-11 text-ellipsis placeholder:text-muted max-tablet:text-[1.0625rem]"
      />
      <Text slot="description" className="sr-only">
        {t('search_key')}
      </Text>
      <kbd
        aria-hidden="true"
        className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted group-not-data-empty:hidden [@media(hover:none)]:hidden"
      >
        /
      </kbd>
      <Button className="absolute end-0 top-0 grid size-11 place-items-center group-data-empty:hidden">
        <X size={18} />
      </Button>
    </SearchField>
  );
}

/** The search and the filters of a list in one line, and what sets them back. */
export function ListTools({ children, onClear }: { children: ReactNode; onClear?: (() => void) | undefined }) {
  const { t } = useTranslation('staff');
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2">
      {children}
      {onClear && (
        <button type="button" className="link min-h-11 px-2" onClick={onClear}>
          {t('clear_filters')}
        </button>
      )}
    </div>
  );
}

/** A day to filter by, `YYYY-MM-DD`; an incomplete one filters nothing. */
export function DayChip({ label, day, onChange }: { label: string; day: string; onChange(day: string): void }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
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
  return (
    <FieldChip label={label} value={day === '' ? '' : dateText(day, language, t)}>
      <DateField label={label} value={typed} onChange={write} />
    </FieldChip>
  );
}

const wholeDay = (text: string): string => (isCalendarDay(text) ? text : '');

type EventChipProps = {
  label: string;
  none?: string;
  eventId: number | undefined;
  /** The id as text, or nothing. */
  onChange(event: string): void;
};

/** A choice of the events around the present. */
export function EventChip({ label, none, eventId, onChange }: EventChipProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const events = useQuery({
    queryKey: ['nights-around'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all((['upcoming', 'past'] as const).map((show) => staffApi.staffEvents.list({ show }, { signal })));
      return lists.flatMap(({ items }) => items);
    },
  });
  const listed = (events.data ?? []).map((event) => ({
    value: String(event.id),
    text: `${eventName(event, language)} · ${dateText(event.startDate, language, t)}`,
  }));
  const value = String(eventId ?? '');
  const isListed = value === '' || listed.some((event) => event.value === value);
  const choices = isListed ? listed : [{ value, text: value }, ...listed];
  return <ChoiceChip label={label} none={none} choices={choices} value={value} onChange={onChange} />;
}

/** The filters of a list by their names: they are in the address, so that they survive a reload and are part of a link. */
export function useFilters() {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  return {
    valueOf: (name: string): string => query.get(name) ?? '',
    /** An empty value takes a filter back. */
    change(part: Record<string, string>): void {
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(part)) {
            if (value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true, preventScrollReset: true, state },
      );
    },
  };
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
