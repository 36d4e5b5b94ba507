import { queryOptions, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { eventName } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import type { StaffNightRow, StaffNightView } from '#shared/staff/nights.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { ChoiceLinks } from '#web/staff/parts/filters.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { DateText, HoursText, WeekdayText } from '#web/ui/date-text.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';

type NightTab = 'night' | 'line_up' | 'releases';
type NightFrameProps = { night: StaffNightView; tab: NightTab; end?: ReactNode; children: ReactNode };

/** Addresses of the nights' section. */
export const nightPaths = {
  list: staffPath('nights'),
  new: staffPath('nights/new'),
  night: (id: number): string => staffPath(`nights/${id}`),
  lineUp: (id: number): string => staffPath(`nights/${id}/line-up`),
  releases: (id: number): string => staffPath(`nights/${id}/releases`),
};

const tabs = { night: nightPaths.night, line_up: nightPaths.lineUp, releases: nightPaths.releases };

/** Name, day and state of a night over one of its tabs; `end` is what can be done there. */
export function NightFrame({ night, tab, end, children }: NightFrameProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { language } = useLanguage();
  return (
    <>
      <Link to={nightPaths.list} className="inline-flex min-h-11 items-center gap-2 text-muted hover:text-text">
        <ArrowLeft size={16} />
        {t('staff-nights:back')}
      </Link>
      <SectionTitle end={end}>{eventName(night, language)}</SectionTitle>
      <p className="-mt-3 mb-3 flex flex-wrap gap-x-4 text-muted">
        <span>
          <WeekdayText at={night.startDate} />, <DateText at={night.startDate} />, <HoursText from={night.startDate} to={night.endDate} />
        </span>
        <NightState night={night} />
        {night.state !== 'draft' && (
          <Link to={paths.event(night.id)} className="link">
            {t('staff-nights:see')}
          </Link>
        )}
        {night.state === 'published' && night.releases === 0 && !night.isComingSoon && tab !== 'releases' && (
          <Link to={nightPaths.releases(night.id)} className="link text-warn">
            {t('staff-nights:nothing_on_sale')}
          </Link>
        )}
      </p>
      <ChoiceLinks
        label={t('staff-nights:tabs.label')}
        choices={(['night', 'line_up', 'releases'] as const).map((each) => ({
          to: tabs[each](night.id),
          name: t(`staff-nights:tabs.${each}`),
          isChosen: each === tab,
        }))}
      />
      <div className="pt-5 max-tablet:pb-8">{children}</div>
    </>
  );
}

type NightLoaderProps = { id: string | undefined; children(night: StaffNightView): ReactNode };

/** Reads the night an address names, and shows what is made of it. */
export function NightLoader({ id, children }: NightLoaderProps) {
  const { t } = useTranslation(['common', 'errors', 'staff-nights']);
  const night = useQuery(nightQuery(Number(id)));
  // Its editors begin from what they are given: what another tab of the night read before them may be out of date.
  if (night.data && night.isFetchedAfterMount) return children(night.data);
  if (!night.error) return <Skeleton className="h-96 w-full" />;
  return (
    <>
      <SectionTitle>{t('staff-nights:list')}</SectionTitle>
      <ErrorState message={errorText(night.error, t)} onRetry={() => void night.refetch()} />
      <Link to={nightPaths.list} className="link mt-4 inline-flex min-h-11 items-center">
        {t('staff-nights:back')}
      </Link>
    </>
  );
}

const looks = { draft: 'text-warn', published: 'text-ok', cancelled: 'text-danger' } as const;

/** The state of a night, as text and by colour. */
export function NightState({ night: { state, isComingSoon } }: { night: Pick<StaffNightRow, 'state' | 'isComingSoon'> }) {
  const { t } = useTranslation('staff-nights');
  return (
    <span className="whitespace-nowrap">
      <span className={classNames('font-semibold', looks[state])}>{t(`state.${state}`)}</span>
      {isComingSoon && <span className="text-muted">, {t('state.coming_soon')}</span>}
    </span>
  );
}

/** How a long form is saved: beside its heading, and on a phone at the lower edge of the screen, wherever one has scrolled to. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-3 max-tablet:fixed max-tablet:inset-x-0 max-tablet:bottom-0 max-tablet:z-20 max-tablet:border-t max-tablet:border-hairline max-tablet:bg-bg max-tablet:px-5 max-tablet:py-2">
      {children}
    </div>
  );
}

const nightQuery = (id: number) =>
  queryOptions({ queryKey: ['night', id], queryFn: ({ signal }) => staffApi.staffNights.get({ id }, { signal }) });

const REFETCH_MS = 15_000;

/** Reads the night again at intervals and when its tab is shown again, so that two editors notice each other before one of them saves. */
export function useNightUpdates(night: StaffNightView, onUpdate: (latest: StaffNightView) => void): void {
  const { data } = useQuery({ ...nightQuery(night.id), refetchInterval: REFETCH_MS, refetchOnMount: false, refetchOnWindowFocus: true });
  const update = useEffectEvent((latest: StaffNightView) => {
    if (latest.version > night.version) onUpdate(latest);
  });
  useEffect(() => {
    if (data) update(data);
  }, [data]);
}
