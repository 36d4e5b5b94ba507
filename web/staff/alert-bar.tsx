import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link, useLocation } from 'react-router';
import { SECOND_MS } from '#shared/durations.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { ALERT_BAR_KEY } from './start/alert-rows.tsx';
import { causeOf } from './orders/alert-cause.ts';
import { alertText } from './orders/order-parts.tsx';
import { placeAt } from './places.ts';
import { OnlyWith, useMay } from './rights.tsx';
import { staffApi, staffPath } from './staff-api.ts';

const ASK_AGAIN_MS = 30 * SECOND_MS;

/** The open alerts in one line on every screen but Home, which lists them: an email about them may not arrive. */
export const AlertBar = () => (
  <OnlyWith right="alerts.handle">
    <Bar />
  </OnlyWith>
);

function Bar() {
  const { t } = useTranslation(['common', 'staff', 'staff-orders']);
  const { pathname } = useLocation();
  const may = useMay();
  const isHome = placeAt(pathname) === 'home';
  const { data } = useQuery({
    queryKey: ALERT_BAR_KEY,
    queryFn: ({ signal }) => staffApi.alertInbox.list({}, { signal }),
    refetchInterval: ASK_AGAIN_MS,
    enabled: !isHome,
  });
  const alerts = data?.items ?? [];
  if (alerts.length === 0 || isHome) return null;
  const kinds = [...new Set(alerts.map(({ kind }) => alertText(kind, t)))];
  // Several causes are looked at on Home, one by one.
  const [cause, ...others] = new Map(alerts.map((alert) => [causeOf(alert)?.path, causeOf(alert)])).values();
  const isOne = cause !== undefined && others.length === 0 && may(cause.right);
  return (
    <output className="no-print mb-5 flex flex-wrap items-center gap-x-3 border-s-4 border-danger bg-surface-1 px-4">
      <TriangleAlert size={18} aria-hidden className="shrink-0 text-danger" />
      <strong className="py-2">{kinds.join(' · ')}</strong>
      <Link to={staffPath(isOne ? cause.path : '')} className="link inline-flex min-h-11 items-center">
        {t(isOne ? 'staff:alert_bar.review' : 'staff:alert_bar.all', { count: alerts.length })}
      </Link>
    </output>
  );
}
