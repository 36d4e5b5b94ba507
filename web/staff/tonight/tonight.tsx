import { useTranslation } from 'react-i18next';
import { dateText, weekdayText } from '#shared/dates.ts';
import { moneyText } from '#shared/money.ts';
import { eventTheme } from '#shared/media/event-theme.ts';
import type { TonightView } from '#shared/staff/tonight.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useQuery } from '#web/lib/query.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Figures } from '#web/staff/parts/figures.tsx';
import { NightSelect } from '#web/staff/parts/night-select.tsx';
import { SectionTitle } from '#web/staff/section-title.tsx';
import { staffPath } from '#web/staff/staff-path.ts';
import { HoursText } from '#web/ui/date-text.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useNavigate } from 'react-router';
import { Arrivals } from './arrivals.tsx';
import { Decisions } from './decisions.tsx';
import { LiveMark } from './live-mark.tsx';
import { Releases } from './releases.tsx';
import { useTonight } from './use-tonight.ts';

/** A night at the door, live (art direction §16). */
export default function Tonight() {
  const { t } = useTranslation(['common', 'staff-tonight', 'errors']);
  const navigate = useNavigate();
  const asked = Number(useQuery().get('night'));
  const eventId = Number.isSafeInteger(asked) && asked > 0 ? asked : undefined;
  const { view, isLive, error, retry } = useTonight(eventId);
  const choose = (night: string) => void navigate(`${staffPath('tonight')}${night === '' ? '' : `?night=${night}`}`, { replace: true });
  return (
    <>
      <SectionTitle end={<LiveMark isLive={isLive} at={view?.at} />}>{t('staff-tonight:title')}</SectionTitle>
      <div className="mb-5 flex flex-wrap items-end gap-x-7 gap-y-4">
        <NightSelect label={t('staff-tonight:night')} empty={t('staff-tonight:current')} eventId={eventId} onChange={choose} />
        {view && <NightLine view={view} />}
      </div>
      {error !== undefined && <ErrorState message={errorText(error, t)} onRetry={retry} />}
      {!view && error === undefined && <Skeleton className="h-96 w-full" />}
      {view && (view.night ? <Picture view={view} /> : <p className="py-6 text-muted">{t('staff-tonight:none')}</p>)}
    </>
  );
}

function NightLine({ view: { night } }: { view: TonightView }) {
  const { t } = useTranslation(['common', 'staff-tonight']);
  const { language } = useLanguage();
  if (!night) return null;
  const name = language === 'ka' ? night.name : night.nameLat;
  return (
    <p className="pb-4 text-muted">
      <strong className="text-text">{name}</strong> · {weekdayText(night.startDate, t)}, {dateText(night.startDate, language, t)} ·{' '}
      <HoursText from={night.startDate} to={night.endDate} />
      {night.state === 'cancelled' && <strong className="text-danger"> · {t('staff-tonight:cancelled')}</strong>}
    </p>
  );
}

function Picture({ view }: { view: TonightView }) {
  const { t } = useTranslation('staff-tonight');
  const { night, figures } = view;
  if (!night) return null;
  const { inside, toCome, scannedLately, scannedBefore, rejected, gross } = figures;
  const decided = inside + rejected;
  return (
    <div className="flex flex-col gap-7">
      <Figures
        figures={[
          { label: t('inside'), value: String(inside), note: t('of', { capacity: night.capacity }) },
          { label: t('lately'), value: String(scannedLately), note: changeText(scannedLately - scannedBefore) },
          { label: t('rejected'), value: String(rejected), ...(decided > 0 && { note: percentText(rejected / decided) }) },
          { label: t('to_come'), value: String(toCome) },
          { label: t('gross'), value: moneyText(gross) },
        ]}
      />
      <div className="grid grid-cols-1 gap-7 desktop:grid-cols-2 desktop:grid-rows-[auto_1fr]">
        <Arrivals quarters={view.quarters} now={view.at} accent={eventTheme(night.id).accent} />
        <div className="desktop:row-span-2">
          <Decisions decisions={view.decisions} />
        </div>
        <Releases releases={view.releases} />
      </div>
    </div>
  );
}

const MINUS = '\u2212';
const changeText = (change: number): string => (change < 0 ? `${MINUS}${-change}` : `+${change}`);
const percentText = (share: number): string => `${(share * 100).toFixed(1).replace('.', ',')} %`;
