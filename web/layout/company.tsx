import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { companyItems } from './nav-items.ts';
import { SHOW_CHOICE } from '#web/lib/track.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { openingDaysShort, openingTimes } from '#shared/opening.ts';
import { useOpening } from '#web/lib/opening.ts';
import { useSite } from '#web/lib/site.tsx';

/** When the doors are open. */
export function OpeningHours() {
  const { t } = useTranslation();
  const opening = useOpening();
  return (
    <p className="type-meta">
      <span className="text-muted">{openingDaysShort(opening, t)}</span>
      <br />
      <span className="type-tabular">{openingTimes(opening)}</span>
    </p>
  );
}

export function CompanyLinks() {
  const { t } = useTranslation();
  const { trackers } = useSite();
  // Without script nothing is tracked, so there is nothing to choose.
  const isHydrated = useHydrated();
  return (
    <ul aria-label={t('nav.company')} className="flex flex-wrap gap-x-4">
      {companyItems.map(({ key, to }) => (
        <li key={key}>
          <Link to={to} className="type-meta flex min-h-11 min-w-11 items-center text-muted hover:text-bone hover:underline">
            {t(key)}
          </Link>
        </li>
      ))}
      {trackers && (
        <li className={isHydrated ? undefined : 'invisible'}>
          <button
            type="button"
            onClick={() => dispatchEvent(new Event(SHOW_CHOICE))}
            className="type-meta min-h-11 text-start text-muted hover:text-bone hover:underline"
          >
            {t('nav.tracking')}
          </button>
        </li>
      )}
    </ul>
  );
}
