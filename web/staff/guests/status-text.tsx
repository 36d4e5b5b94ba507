import { useTranslation } from 'react-i18next';
import type { Status } from '#shared/constants.ts';
import { classNames } from '#web/ui/class-names.ts';

const colours = {
  Pending: 'font-bold text-accent',
  Verified: 'text-ok',
  Welcomed_Guest: 'text-ok',
  Rejected: 'text-danger',
  Unverified: 'text-muted',
  Check_Later: 'text-muted',
} as const;

/** What staff think of a guest, and whether the guest is banned. */
export function StatusText({ status, isBanned }: { status: Status; isBanned: boolean }) {
  const { t } = useTranslation(['accounts', 'staff-guests']);
  return (
    <span>
      <span className={classNames(colours[status])}>{t(`accounts:status.${status}`)}</span>
      {isBanned && <span className="font-bold text-danger"> · {t('staff-guests:banned')}</span>}
    </span>
  );
}
