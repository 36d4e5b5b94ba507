import { timeText } from '#shared/dates.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { ChangedMeanwhile } from '#web/staff/events/changed-meanwhile.tsx';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { HoursText } from '#web/ui/value-text.tsx';
import { useStageName } from './stage-names.ts';

type LineUpChangesProps = { latest: StaffEventView; keepMine(): void; takeTheirs(): void };

/** Shows the line-up and hours that another user saved, and asks which version to keep. */
export function LineUpChanges({ latest, keepMine, takeTheirs }: LineUpChangesProps) {
  const { t } = useTranslation(['common', 'staff-events', 'staff']);
  const stageName = useStageName(latest);
  return (
    <ChangedMeanwhile by={latest.changedBy} at={latest.changedAt}>
      <p>
        <HoursText from={latest.startDate} to={latest.endDate} />
        {latest.lineUps.length === 0 && `. ${t('staff-events:line_up.empty')}`}
      </p>
      <ul>
        {latest.lineUps.map(({ id, floor, startTime, artistName }) => (
          <li key={id}>
            {stageName(floor)} {timeText(startTime)} <bdi>{artistName}</bdi>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" size="small" onClick={keepMine}>
          {t('staff:keep_mine')}
        </Button>
        <Button look="secondary" size="small" onClick={takeTheirs}>
          {t('staff:take_theirs')}
        </Button>
      </div>
    </ChangedMeanwhile>
  );
}
