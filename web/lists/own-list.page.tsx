import { useMemo } from 'react';
import { ApiError } from '#shared/errors.ts';
import { timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import type { OwnListView } from '#shared/lists/own-list.contract.ts';
import { paths } from '#shared/paths.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import type { Meta } from '#web/lib/page.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { ErrorState, NeedsScript, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, WeekdayText } from '#web/ui/value-text.tsx';
import { AddNames } from './add-names.tsx';
import { OwnNames } from './own-names.tsx';
import { useOwnList } from './use-own-list.ts';

/** Behind the link of a door list: its owner writes names on a phone, without an account. The token stands behind `#`. */
export default function OwnListPage() {
  const { t } = useTranslation(['common', 'lists']);
  const token = useMailedToken({ isHash: true });
  return (
    <PageBody className="flex min-h-dvh flex-col gap-8 *:w-full *:max-w-162">
      <NeedsScript />
      {token === null && (
        <>
          <PageTitle>{t('lists:title')}</PageTitle>
          <NoList message={t('lists:no_token')} />
        </>
      )}
      {typeof token === 'string' && <OwnList token={token} />}
    </PageBody>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('lists:title'), path: paths.ownList });

function OwnList({ token }: { token: string }) {
  const { t } = useTranslation(['common', 'lists', 'errors']);
  const own = useOwnList(token);
  const { list, error, reload } = own;
  if (list)
    return (
      <>
        <Facts list={list} />
        {list.state === 'open' ? <AddNames own={own} list={list} /> : <Closed list={list} />}
        <OwnNames own={own} list={list} />
      </>
    );
  if (!error)
    return (
      <>
        <PageTitle>{t('lists:title')}</PageTitle>
        <Skeleton className="h-96" />
      </>
    );
  const isUnknown = error instanceof ApiError && error.body.code === 'list_link_unknown';
  return (
    <>
      <PageTitle>{t('lists:title')}</PageTitle>
      <NoList message={errorText(error, t)} onRetry={isUnknown ? undefined : reload} />
    </>
  );
}

function NoList({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation(['common', 'lists']);
  return (
    <div className="flex flex-col items-start gap-6">
      <div className="w-full">
        <ErrorState message={message} onRetry={onRetry} />
      </div>
      <LinkButton look="secondary" to={paths.home}>
        {t('lists:to_home')}
      </LinkButton>
    </div>
  );
}

/** Whose list of which event it is, when the doors open, and how many of its places are taken. */
function Facts({ list }: { list: OwnListView }) {
  const { t } = useTranslation('lists');
  const { language } = useLanguage();
  const { event, name, people, quota, freeUntil } = list;
  const share = useMemo(() => Math.min(100, Math.round((100 * people) / quota)), [people, quota]);
  return (
    <header className="flex flex-col gap-4">
      <PageTitle>{eventName({ id: 0, ...event }, language)}</PageTitle>
      <p className="type-lead">
        <WeekdayText at={event.startDate} />, <DateText at={event.startDate} />. {t('doors', { time: timeText(event.doorsAt) })}
      </p>
      <div className="flex flex-col gap-2 border-t-4 border-accent bg-surface-1 p-5">
        <p dir="auto" className="font-bold wrap-anywhere">
          {t('whose', { name })}
        </p>
        <p className="type-tabular text-[1.75rem] leading-9 font-bold">{t('people', { people, quota })}</p>
        <div aria-hidden="true" className="h-2 bg-surface-2">
          <div className="h-full bg-accent" style={{ width: `${share}%` }} />
        </div>
        <p className="text-muted">{freeUntil === null ? t('all_night') : t('until', { time: timeText(freeUntil) })}</p>
      </div>
    </header>
  );
}

/** Why no names go on the list any more. */
function Closed({ list: { state, freeUntil } }: { list: OwnListView }) {
  const { t } = useTranslation('lists');
  if (state === 'open') return null;
  return (
    <output className="block border border-warn p-5">
      {t(`closed.${state}`, { time: freeUntil === null ? '' : timeText(freeUntil) })}
    </output>
  );
}
