import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches, useNavigation, useRevalidator, useRouteError } from 'react-router';
import { errorText } from '#web/lib/error-text.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import NoSection from './no-section.tsx';

const RECORD_ID = /^[1-9]\d*$/;

/** The section that the address names. Another record of the same kind starts with new state. */
export default function SectionPage() {
  const { pathname } = useLocation();
  const id = useMatches().at(-1)?.params['id'];
  const next = useNavigation().location?.pathname;
  const isOpening = next !== undefined && next !== pathname && /^\/staff(\/|$)/i.test(next);
  if (isOpening) return <Skeleton className="h-96 w-full" />;
  return id === undefined || RECORD_ID.test(id) ? <Outlet key={pathname} /> : <NoSection />;
}

/** A section that could not be fetched or rendered. */
export function ErrorBoundary() {
  const { t } = useTranslation(['common', 'errors']);
  const { revalidate, state } = useRevalidator();
  const failure = useRouteError();
  if (state === 'loading') return <Skeleton className="h-96 w-full" />;
  return <ErrorState message={errorText(failure, t)} onRetry={() => void revalidate()} />;
}
