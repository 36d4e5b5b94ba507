import { Navigate, Outlet, useLocation, useMatches, useNavigation, useRevalidator, useRouteError } from 'react-router';
import { errorText } from '#web/lib/error-text.ts';
import { type Handle, handleOf } from '#web/lib/page.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { movedAddress } from './moved.ts';
import NoSection, { MissingRight } from './no-section.tsx';
import { useMay } from './rights.tsx';

const RECORD_ID = /^[1-9]\d*$/;

/** The section that the address names. Another record of the same kind starts with new state. */
export default function SectionPage() {
  const location = useLocation();
  const { pathname } = location;
  const match = useMatches().at(-1);
  const id = match?.params['id'];
  const { right, hasPanel }: Partial<Handle> = match ? handleOf(match) : {};
  const may = useMay();
  const next = useNavigation().location?.pathname;
  const moved = movedAddress(location);
  if (moved !== undefined) return <Navigate to={moved} replace />;
  const isOpening =
    next !== undefined && next !== pathname && /^\/staff(\/|$)/i.test(next) && !(hasPanel && listOf(next) === listOf(pathname));
  if (isOpening) return <Skeleton className="h-96 w-full" />;
  if (right !== undefined && !may(right)) return <MissingRight right={right} />;
  return id === undefined || RECORD_ID.test(id) ? <Outlet key={hasPanel ? listOf(pathname) : pathname} /> : <NoSection />;
}

/** The address of a list with or without an open record. */
const listOf = (pathname: string): string => pathname.replace(/\/\d*$/, '');

/** A section that could not be fetched or rendered. */
export function ErrorBoundary() {
  const { t } = useTranslation(['common', 'errors']);
  const { revalidate, state } = useRevalidator();
  const failure = useRouteError();
  if (state === 'loading') return <Skeleton className="h-96 w-full" />;
  return <ErrorState message={errorText(failure, t)} onRetry={() => void revalidate()} />;
}
