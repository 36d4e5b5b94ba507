import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import { type Right, rightsOfRole, STAFF_ROLES } from '#shared/staff/rights.ts';
import { useTranslation } from '#web/ui/translation.tsx';
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
        {t('staff:to_start')}
      </Link>
    </>
  );
}
