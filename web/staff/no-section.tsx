import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import { SectionTitle } from './staff-frame.tsx';

/** Shown at an address of the console that does not exist. */
export default function NoSection() {
  const { t } = useTranslation(['common', 'staff']);
  return (
    <>
      <SectionTitle>{t('staff:not_found')}</SectionTitle>
      <Link to={paths.staff} className="link">
        {t('staff:to_start')}
      </Link>
    </>
  );
}
