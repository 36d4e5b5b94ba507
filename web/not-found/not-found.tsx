import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <>
      <h1>{t('not_found.title')}</h1>
      <p>{t('not_found.text')}</p>
      <Link to={paths.home}>{t('not_found.home')}</Link>
    </>
  );
}
