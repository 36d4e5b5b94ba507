import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { LISTED_SCREENS, type ListedScreen, placeAt } from '#web/staff/places.ts';
import { LinkWith } from '#web/staff/rights.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { HELP_ENTRIES } from './help-entries.ts';
import { findTerms, matches } from './help-search.ts';

/** Short answers to questions about the console, searched in the browser. */
export default function Help() {
  const [query] = useSearchParams();
  const requested = query.get('q') ?? '';
  return <Answers key={requested} requested={requested} />;
}

/** `requested`: the search with which it begins. */
function Answers({ requested }: { requested: string }) {
  const { t } = useTranslation(['staff', 'staff-help']);
  const { section } = useParams();
  const [typed, setTyped] = useState(requested);
  const terms = findTerms(typed);
  const isSearching = terms.length > 0;
  const ofSection = HELP_ENTRIES.filter((entry) => section === undefined || placeAt(staffPath(screenOf(entry).path)) === section);
  const found = (isSearching || ofSection.length === 0 ? HELP_ENTRIES : ofSection).filter(({ key }) =>
    matches(terms, [t(`staff-help:entries.${key}.q`), t(`staff-help:entries.${key}.a`)]),
  );
  const isPart = !isSearching && ofSection.length < HELP_ENTRIES.length && ofSection.length > 0;
  return (
    <>
      <SectionTitle>{t('help')}</SectionTitle>
      <div className="max-w-[80ch]">
        <search>
          <Field
            id="help-search"
            type="search"
            label={t('staff-help:search')}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </search>
        <output className="mt-3 block text-muted">{isSearching && t('staff-help:found', { count: found.length })}</output>
        {found.length === 0 && <EmptyState text={t('staff-help:nothing')} />}
        <ul className="border-t border-hairline">
          {found.map((entry) => {
            const { name, path, right } = screenOf(entry);
            return (
              <Entry key={entry.key} question={t(`staff-help:entries.${entry.key}.q`)} answer={t(`staff-help:entries.${entry.key}.a`)}>
                <LinkWith right={right} to={staffPath(path)} className="link inline-flex min-h-11 items-center">
                  {t(`staff:nav.${name}`)}
                </LinkWith>
              </Entry>
            );
          })}
        </ul>
        {isPart && (
          <Link to={staffPath('help')} className="link mt-4 inline-flex min-h-11 items-center">
            {t('staff-help:all')}
          </Link>
        )}
        <Version />
      </div>
    </>
  );
}

/** Of the program: who asks for help names it. */
function Version() {
  const { t } = useTranslation('staff-help');
  const { data } = useQuery({ queryKey: ['start'], queryFn: ({ signal }) => staffApi.staffStart.get({}, { signal }) });
  return data && <p className="mt-6 text-muted">{t('version', { version: data.version })}</p>;
}

const HOME: ListedScreen = { name: 'home', path: '', right: 'console.open' };

/** The screen of an answer. */
const screenOf = ({ screen }: (typeof HELP_ENTRIES)[number]): ListedScreen => LISTED_SCREENS.find(({ name }) => name === screen) ?? HOME;

function Entry({ question, answer, children }: { question: string; answer: string; children: ReactNode }) {
  const id = useId();
  return (
    <li aria-labelledby={id} className="border-b border-hairline py-4">
      <h2 id={id} className="font-bold">
        {question}
      </h2>
      <p className="mt-1">{answer}</p>
      {children}
    </li>
  );
}
