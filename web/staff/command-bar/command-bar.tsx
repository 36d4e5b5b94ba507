// oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML has no list box that a field above it controls
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '#web/lib/error-text.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { HELP_ENTRIES } from '#web/staff/help/help-entries.ts';
import { findBest, findTerms } from '#web/staff/help/help-search.ts';
import { FROM_CONSOLE } from '#web/staff/place-links.tsx';
import { LISTED_SCREENS } from '#web/staff/places.ts';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { type Choice, commandsFor, eventChoices, guestChoices, orderChoices, ticketChoices } from './choices.ts';

const PAUSE_MS = 120;
const HELP_MAX = 4;

/** One field that leads everywhere: places, commands, events, guests, orders, tickets and help. A combobox with a list box below it. */
export function CommandBar({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('staff');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { groups, error, isSearching } = useChoices(text);
  const choices = groups.flatMap((group) => group.choices);
  const [activeKey, setActiveKey] = useState<string>();
  const active = choices.find(({ key }) => key === activeKey) ?? choices[0];
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  // The dialog has given the focus to its first control.
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (activeKey !== undefined) document.getElementById(`${list}-${activeKey}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, activeKey]);

  const open = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    void navigate(choice.to, { state: FROM_CONSOLE });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const place = active ? choices.indexOf(active) : -1;
      setActiveKey(choices.at((place + step) % choices.length)?.key);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(active);
    }
  };
  const isEmpty = text.trim() !== '' && choices.length === 0 && !isSearching;
  return (
    <Dialog
      title={t('command_bar.title')}
      look="top"
      onClose={onClose}
      className="staff flex flex-col gap-2 p-2 text-[0.9375rem] leading-[1.375rem]"
    >
      <div className="flex items-center gap-3 pe-14 ps-3">
        <Search size={20} aria-hidden className="shrink-0 text-muted" />
        <input
          ref={input}
          role="combobox"
          type="text"
          aria-label={t('command_bar.label')}
          aria-expanded={choices.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active && `${list}-${active.key}`}
          placeholder={t('command_bar.hint')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActiveKey(undefined);
          }}
          onKeyDown={press}
          className="min-h-12 w-full min-w-0 bg-transparent text-[1.0625rem] placeholder:text-faint focus:shadow-none focus:outline-none"
        />
      </div>
      <div
        id={list}
        role="listbox"
        aria-label={t('command_bar.found')}
        className="max-h-[60dvh] min-h-24 overflow-y-auto border-t border-hairline pt-2"
      >
        {groups.map(({ name, choices: ofGroup }) => (
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden className="px-3 pt-2 pb-1 text-[0.8125rem] leading-4 text-muted">
              {name}
            </p>
            {ofGroup.map((choice) => (
              // The keyboard is the field's, as in every combobox.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={choice.key}
                id={`${list}-${choice.key}`}
                role="option"
                tabIndex={-1}
                aria-selected={choice === active}
                onClick={() => open(choice)}
                onPointerMove={() => setActiveKey(choice.key)}
                className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-control px-3 py-1.5 aria-selected:bg-surface-3"
              >
                <bdi className="font-semibold wrap-anywhere">{choice.name}</bdi>
                {choice.note !== undefined && <bdi className="min-w-0 text-muted wrap-anywhere">{choice.note}</bdi>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <output className={isEmpty || error ? 'px-3 pb-2 text-muted' : 'sr-only'}>
        {error ?? (isEmpty ? t('no_match') : text.trim() !== '' && !isSearching && t('command_bar.count', { count: choices.length }))}
      </output>
    </Dialog>
  );
}

/** What is found without the server, by its texts. */
type Local = Choice & { of: 'places' | 'do' | 'help'; texts: readonly string[] };

type Group = { name: string; choices: Choice[] };

/** What the typed text finds, by kind. Without a text: the places and the commands. */
function useChoices(text: string): { groups: Group[]; error: string | undefined; isSearching: boolean } {
  const { t, ready } = useTranslation(['common', 'staff', 'staff-help', 'errors']);
  const { language } = useLanguage();
  const may = useMay();
  const settled = useSettled(text.trim());
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => staffApi.staffSearch.find({ body: { search: settled } }, { signal }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  const terms = findTerms(text);
  const screens = LISTED_SCREENS.filter(({ right }) => may(right)).map(({ name, path }): Local => {
    const text = t(`staff:nav.${name}`);
    return { of: 'places', key: `place-${path}`, name: text, to: staffPath(path), texts: [text] };
  });
  const commands = commandsFor(may).map(({ key, to }): Local => {
    const name = t(`staff:command_bar.commands.${key}`);
    return { of: 'do', key, name, to, texts: [name, t(`staff:command_bar.synonyms.${key}`)] };
  });
  // The texts of the help come with the bar.
  const answers = ready && terms.length > 0 ? HELP_ENTRIES : [];
  const help = answers.map(({ key }): Local => {
    const name = t(`staff-help:entries.${key}.q`);
    const to = `${staffPath('help')}?${new URLSearchParams({ q: name })}`;
    return { of: 'help', key: `help-${key}`, name, to, texts: [name, t(`staff-help:entries.${key}.a`)] };
  });
  const local = findBest(terms, [...screens, ...commands, ...help]);
  const localOf = (group: Local['of']) => local.filter(({ of }) => of === group);
  // Enter must not open what an earlier text found.
  const isStale = settled !== text.trim() || isPlaceholderData;
  const found = settled === '' || isStale ? undefined : data;
  const show = { language, t, may };
  const groups: Group[] = [
    { name: t('staff:command_bar.places'), choices: localOf('places') },
    { name: t('staff:actions'), choices: localOf('do') },
    { name: t('staff:nav.events'), choices: found ? eventChoices(found, show) : [] },
    { name: t('staff:nav.guests'), choices: found ? guestChoices(found) : [] },
    { name: t('staff:nav.orders'), choices: found ? orderChoices(found, show) : [] },
    { name: t('staff:command_bar.tickets'), choices: found ? ticketChoices(found, show) : [] },
    { name: t('staff:help'), choices: localOf('help').slice(0, HELP_MAX) },
  ];
  return {
    groups: groups.filter(({ choices }) => choices.length > 0),
    error: error ? errorText(error, t) : undefined,
    isSearching: isFetching || settled !== text.trim(),
  };
}

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
