import { useTranslation } from 'react-i18next';
import { timeText } from '#shared/dates.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { Button } from '#web/ui/button.tsx';
import { HoursText } from '#web/ui/date-text.tsx';

type LineUpNewsProps = { news: StaffNightView; keepMine(): void; takeTheirs(): void };

const NEWS = 'line-up-news';

/** Leads whoever would save to what has to be decided first. */
export const showNews = (): void => document.querySelector<HTMLElement>(`#${NEWS}`)?.focus();

/** Says that somebody else changed the line-up or the hours, shows what they are now, and lets whoever types decide. */
export function LineUpNews({ news, keepMine, takeTheirs }: LineUpNewsProps) {
  const { t } = useTranslation(['common', 'staff-nights', 'events']);
  const time = timeText(news.changedAt);
  return (
    <section id={NEWS} role="alert" tabIndex={-1} className="flex flex-col gap-3 border-2 border-warn p-5">
      <h2 className="font-bold">
        {news.changedBy === null ? t('staff-nights:news_nobody', { time }) : t('staff-nights:news', { name: news.changedBy, time })}
      </h2>
      <p>
        <HoursText from={news.startDate} to={news.endDate} />
        {news.lineUps.length === 0 && `. ${t('staff-nights:line_up.empty')}`}
      </p>
      <ul>
        {news.lineUps.map(({ id, floor, startTime, artistName }) => (
          <li key={id}>
            {t(`events:stages.${floor}`)} {timeText(startTime)} <bdi>{artistName}</bdi>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" size="small" onClick={keepMine}>
          {t('staff-nights:keep_mine')}
        </Button>
        <Button look="secondary" size="small" onClick={takeTheirs}>
          {t('staff-nights:take_theirs')}
        </Button>
      </div>
    </section>
  );
}
