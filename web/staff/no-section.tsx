import { Link, Navigate, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { type Right, rightsOfRole, STAFF_ROLES } from '#shared/staff/rights.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { useCurrentPlace } from './place-links.tsx';
import { staffPath } from './staff-api.ts';
import { SectionTitle } from './staff-frame.tsx';

const PLACE_ALONE = /^\/staff\/[^/]+\/?$/i;

/** Shown at an address of the console that does not exist; that of a place leads to its first part. */
export default function NoSection() {
  const { t } = useTranslation(['common', 'staff']);
  const { pathname } = useLocation();
  const place = useCurrentPlace();
  if (place && PLACE_ALONE.test(pathname)) return <Navigate to={staffPath(place.path)} replace />;
  return (
    <>
      <SectionTitle>{t('staff:not_found')}</SectionTitle>
      <Link to={paths.staff} className="link">
        {t('staff:to_home')}
      </Link>
    </>
  );
}

/** Shown at an address of the console for which the user lacks the right. */
export function MissingRight({ right }: { right: Right }) {
  const { t } = useTranslation(['common', 'staff']);
  const roles = STAFF_ROLES.filter((role) => rightsOfRole[role].includes(right)).map((role) => t(`staff:roles.${role}`));
  return (
    <>
      <SectionTitle>{t('staff:missing_right.title')}</SectionTitle>
      <p className="mb-2">{t('staff:missing_right.text', { right: t(`staff:rights.${right}`) })}</p>
      <p className="mb-4 text-muted">{t('staff:missing_right.roles', { roles: roles.join(', ') })}</p>
      <Link to={paths.staff} className="link inline-flex min-h-11 items-center">
        {t('staff:to_home')}
      </Link>
    </>
  );
}
