import { seasonText } from '#shared/season.ts';
import { ChoiceLinks } from '#web/staff/components/filters.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** By event without a season: the last twelve months and what comes. */
export const reportsPath = (by: 'event' | 'month', season?: number): string =>
  staffPath(`sales/reports?${new URLSearchParams({ by, ...(season !== undefined && { season: String(season) }) })}`);

type SeasonLinksProps = { by: 'event' | 'month'; season: number | null; seasons: readonly number[] };

export function SeasonLinks({ by, season, seasons }: SeasonLinksProps) {
  const { t } = useTranslation('staff-reports');
  const choices = [...new Set(season === null ? seasons : [...seasons, season])].sort((a, b) => b - a);
  const lastYear = { name: t('last_year'), to: reportsPath('event'), isChosen: season === null };
  return (
    <ChoiceLinks
      label={t('span')}
      choices={[
        ...(by === 'event' ? [lastYear] : []),
        ...choices.map((each) => ({ name: seasonText(each), to: reportsPath(by, each), isChosen: each === season })),
      ]}
    />
  );
}
