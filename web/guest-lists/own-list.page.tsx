import { lazy } from 'react';
import { timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import type { OwnListView } from '#shared/guest-lists/own-list.contract.ts';
import { priceText } from '#shared/price-text.ts';
import { paths } from '#shared/paths.ts';
import { PosterPage } from '#web/accounts/poster-page.tsx';
import { DeadLink, mayRetry } from '#web/layout/dead-link.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import type { Meta } from '#web/lib/page.ts';
import { Place } from '#web/lib/place.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { NeedsScript, Skeleton } from '#web/ui/states.tsx';
import { DateText, DayText, WeekdayText } from '#web/ui/value-text.tsx';
import { AddNames } from './add-names.tsx';
import { OwnNames } from './own-names.tsx';
import { useOwnList } from './use-own-list.ts';

const NextEvents = lazy(() => import('#web/event-list/next-events.tsx'));

/** The page of a guest list's link: its owner writes names on a phone, without an account. The token is behind `#`. */
export default function OwnListPage() {
  const { t } = useTranslation(['common', 'lists']);
  const token = useMailedToken({ isHash: true });
  if (token === null) return <NoList message={t('lists:no_token')} />;
  return token === undefined ? <Waiting /> : <OwnList token={token} />;
}

export const meta: Meta = ({ t }) => ({ title: t('lists:title'), path: paths.ownList });

const column = 'flex min-h-dvh flex-col gap-8 *:w-full *:max-w-200';

function OwnList({ token }: { token: string }) {
  const { t } = useTranslation(['common', 'lists', 'errors']);
  const own = useOwnList(token);
  const { list, error, reload } = own;
  if (!list && !error) return <Waiting />;
  if (!list) return <NoList message={errorText(error, t)} onRetry={mayRetry(error) ? reload : undefined} />;
  return (
    <PosterPage eventId={list.event.id} className={column}>
      <Facts list={list} />
      {list.state === 'open' ? <AddNames own={own} list={list} /> : <Closed list={list} />}
      <OwnNames own={own} list={list} />
    </PosterPage>
  );
}

/** Shown until it is known what the link opens. */
function Waiting() {
  const { t } = useTranslation(['common', 'lists']);
  return (
    <PosterPage eventId={undefined} className={column}>
      <PageTitle>{t('lists:title')}</PageTitle>
      <NeedsScript />
      <Skeleton className="h-96" />
    </PosterPage>
  );
}

function NoList({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation(['common', 'lists']);
  return (
    <DeadLink title={t('lists:title')} message={message} onRetry={onRetry} to={paths.home} label={t('lists:to_home')}>
      <NextEvents />
    </DeadLink>
  );
}

/** Whose list it is and for which event, when the doors open, and how many places are taken. */
function Facts({ list }: { list: OwnListView }) {
  const { t } = useTranslation('lists');
  const { language } = useLanguage();
  const { event, name, people, allocation, freeUntil, price } = list;
  const share = Math.min(100, Math.round((100 * people) / allocation));
  return (
    <header>
      <div className="paper flex flex-col gap-5 p-5 tablet:p-6">
        <PageTitle>{eventName(event, language)}</PageTitle>
        <div className="flex items-center gap-4">
          <p aria-hidden="true" className="type-numeral">
            <DayText at={event.startDate} />
          </p>
          <p className="type-meta">
            <span className="font-semibold">
              <WeekdayText at={event.startDate} />, <DateText at={event.startDate} />
            </span>
            <br />
            {t('doors', { time: timeText(event.doorsAt) })}
          </p>
        </div>
        <Place hasRoom={false} />
      </div>
      <div className="flex flex-col gap-2 bg-surface-1 p-5 tablet:p-6">
        <p dir="auto" className="font-bold wrap-anywhere">
          {t('title_of', { name })}
        </p>
        <p className="type-tabular text-[1.75rem] leading-9 font-bold">{t('people', { people, allocation })}</p>
        <div aria-hidden="true" className="h-2 bg-surface-3">
          <div className="h-full bg-accent" style={{ width: `${share}%` }} />
        </div>
        <p className="text-muted">{freeUntil === null ? t('any_time') : t('until', { time: timeText(freeUntil) })}</p>
        {price !== null && <p className="font-semibold">{t('price', { price: priceText(price) })}</p>}
      </div>
    </header>
  );
}

/** Why the list takes no more names. */
function Closed({ list: { state, freeUntil } }: { list: OwnListView }) {
  const { t } = useTranslation('lists');
  if (state === 'open') return null;
  return (
    <output className="block border border-warn p-5">
      {t(`closed.${state}`, { time: freeUntil === null ? '' : timeText(freeUntil) })}
    </output>
  );
}
