import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigation, useRevalidator, useRouteError } from 'react-router';
import { errorText } from '#web/lib/error-text.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The section the address names; another record of the same kind begins anew, with nothing of the one before. */
export default function SectionPage() {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const isOpening = next !== undefined && next !== pathname && /^\/staff(\/|$)/i.test(next);
  return isOpening ? <Skeleton className="h-96 w-full" /> : <Outlet key={pathname} />;
}

/** A section that could not be fetched or drawn. */
export function ErrorBoundary() {
  const { t } = useTranslation(['common', 'errors']);
  const { revalidate, state } = useRevalidator();
  const failure = useRouteError();
  if (state === 'loading') return <Skeleton className="h-96 w-full" />;
  return <ErrorState message={errorText(failure, t)} onRetry={() => void revalidate()} />;
}
