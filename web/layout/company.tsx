import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { companyItems } from './nav-items.ts';
import { openingTimes } from '#web/lib/opening.ts';

/** When the doors are open. */
export function OpeningHours() {
  const { t } = useTranslation();
  return (
    <p className="type-meta">
      <span className="text-muted">{t('opening_days_short')}</span>
      <br />
      <span className="type-tabular">{openingTimes}</span>
    </p>
  );
}

export function CompanyLinks() {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('nav.company')} className="flex gap-4">
      {companyItems.map(({ key, to }) => (
        <li key={key}>
          <Link to={to} className="type-meta flex min-h-11 min-w-11 items-center text-muted hover:text-bone hover:underline">
            {t(key)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
