import { type ReactNode, useId, useState } from 'react';
import { Link, useParams } from 'react-router';
import { LinkWith, rightOfSubject } from '#web/staff/rights.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { HELP_ENTRIES } from './help-entries.ts';
import { findTerms, matches } from './help-search.ts';

/** Short answers to questions about the console, searched in the browser. */
export default function Help() {
  const { t } = useTranslation(['staff', 'staff-help']);
  const { section } = useParams();
  const [typed, setTyped] = useState('');
  const terms = findTerms(typed);
  const isSearching = terms.length > 0;
  const ofSection = HELP_ENTRIES.filter((entry) => section === undefined || entry.section === section);
  const found = (isSearching || ofSection.length === 0 ? HELP_ENTRIES : ofSection).filter(({ key }) =>
    matches(terms, [t(`staff-help:entries.${key}.q`), t(`staff-help:entries.${key}.a`)]),
  );
  const isPart = !isSearching && ofSection.length < HELP_ENTRIES.length && ofSection.length > 0;
  return (
    <>
      <SectionTitle>{t('staff-help:title')}</SectionTitle>
      <div className="max-w-[80ch]">
        <search>
          <Field
            id="help-search"
            type="search"
            label={t('staff-help:search')}
            hint={t('staff-help:search_hint')}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </search>
        <output className="mt-3 block text-muted">{isSearching && t('staff-help:found', { count: found.length })}</output>
        {found.length === 0 && <EmptyState text={t('staff-help:nothing')} />}
        <ul className="border-t border-hairline">
          {found.map(({ key, section: subject, path }) => (
            <Entry key={key} question={t(`staff-help:entries.${key}.q`)} answer={t(`staff-help:entries.${key}.a`)}>
              <LinkWith right={rightOfSubject(subject)} to={staffPath(path)} className="link inline-flex min-h-11 items-center">
                {t(`staff:sections.${subject}`)}
              </LinkWith>
            </Entry>
          ))}
        </ul>
        {isPart && (
          <Link to={staffPath('help')} className="link mt-4 inline-flex min-h-11 items-center">
            {t('staff-help:all')}
          </Link>
        )}
      </div>
    </>
  );
}

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
