import { lazy } from 'react';
import { createClient } from '#shared/contract.ts';
import { eventName } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import { promoterContract, type PromoterPageView } from '#shared/promoters/promoter.contract.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';
import { PosterPage } from '#web/accounts/poster-page.tsx';
import { DeadLink, mayRetry } from '#web/layout/dead-link.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import type { Meta } from '#web/lib/page.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { NeedsScript, Skeleton } from '#web/ui/states.tsx';
import { DateText, Money } from '#web/ui/value-text.tsx';

const { promoter } = createClient({ promoter: promoterContract }, sendAsUser);

const NextEvents = lazy(() => import('#web/event-list/next-events.tsx'));

/** The page of a promoter's link: links to share and their attributed sales, beside the next event's poster. The token is behind `#`. */
export default function PromoterPage() {
  const { t } = useTranslation(['common', 'promoters']);
  const token = useMailedToken({ isHash: true });
  if (token === null) return <NoPage message={t('promoters:no_token')} />;
  return token === undefined ? <Page /> : <OwnPage token={token} />;
}

export const meta: Meta = ({ t }) => ({ title: t('promoters:title'), path: paths.promoter });

function OwnPage({ token }: { token: string }) {
  const { t } = useTranslation(['common', 'promoters', 'errors']);
  const { data, state, error, reload } = useLoad((signal) => promoter.read({ body: { token } }, { signal }), [token]);
  if (!data && state === 'failed') return <NoPage message={errorText(error, t)} onRetry={mayRetry(error) ? reload : undefined} />;
  return <Page page={data} />;
}

/** The outline while it loads. */
function Page({ page }: { page?: PromoterPageView | undefined }) {
  const { t } = useTranslation(['common', 'promoters']);
  return (
    <PosterPage eventId={null} className="flex min-h-dvh flex-col gap-8 *:w-full *:max-w-200">
      <PageTitle>{t('promoters:title')}</PageTitle>
      <NeedsScript />
      {page ? (
        <>
          <Sums page={page} />
          {!page.hasEnded && <Links page={page} />}
          <Events page={page} />
        </>
      ) : (
        <Skeleton className="h-96" />
      )}
    </PosterPage>
  );
}

function NoPage({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation('promoters');
  return (
    <DeadLink title={t('title')} message={message} onRetry={onRetry} to={paths.home} label={t('to_home')}>
      <NextEvents />
    </DeadLink>
  );
}

/** The promoter's name, terms, and the totals of all links. */
function Sums({ page }: { page: PromoterPageView }) {
  const { t } = useTranslation('promoters');
  const { name, opened, sold, arrived, commission, perArrival, percent, hasEnded } = page;
  const figures = [
    [t('opened'), opened],
    [t('sold'), sold],
    [t('arrived'), arrived],
  ] as const;
  return (
    <section aria-label={name} className="flex flex-col gap-5 border-t-4 border-accent bg-surface-1 p-5">
      <p dir="auto" className="type-lead font-bold wrap-anywhere">
        {name}
      </p>
      {hasEnded && <p className="text-warn">{t('ended')}</p>}
      <dl className="grid grid-cols-2 gap-5 tablet:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="type-tabular text-[1.75rem] leading-9 font-bold">{value}</dd>
          </div>
        ))}
        <div>
          <dt className="text-muted">{t('commission')}</dt>
          <dd className="text-[1.75rem] leading-9 font-bold whitespace-nowrap">
            <Money gel={commission} />
          </dd>
        </div>
      </dl>
      <p className="text-muted">
        {perArrival > 0 && (
          <>
            <Money gel={perArrival} /> {t('for_each')}.{' '}
          </>
        )}
        {percent > 0 && t('share', { percent })}
      </p>
    </section>
  );
}

/** Links to share: to the site and to each coming event. */
function Links({ page: { refCode, coming } }: { page: PromoterPageView }) {
  const { t } = useTranslation('promoters');
  const { language } = useLanguage();
  const copy = (path: string) =>
    void navigator.clipboard.writeText(`${location.origin}${path}?via=${encodeURIComponent(refCode)}`).then(
      () => toast.success(t('copied')),
      () => toast.error(t('not_copied')),
    );
  const links = [
    { path: paths.home, name: t('whole_site') },
    ...coming.map((event) => ({ path: paths.event(event.id), name: eventName(event, language) })),
  ];
  return (
    <section aria-labelledby="own-links" className="flex flex-col gap-4">
      <FittedText as="h2" id="own-links" className="type-display-s">
        {t('links')}
      </FittedText>
      <p className="text-muted">{t('links_about')}</p>
      <ul className="border-t border-hairline">
        {links.map(({ path, name }) => (
          <li key={path} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-hairline py-2">
            <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
            <Button look="quiet" size="small" aria-label={t('copy_of', { name })} onClick={() => copy(path)}>
              {t('copy')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The results of the links, event by event. */
function Events({ page: { events } }: { page: PromoterPageView }) {
  const { t } = useTranslation('promoters');
  const { language } = useLanguage();
  return (
    <section aria-labelledby="own-events" className="flex flex-col gap-4">
      <FittedText as="h2" id="own-events" className="type-display-s">
        {t('events')}
      </FittedText>
      {events.length === 0 ? (
        <p className="text-muted">{t('nothing_yet')}</p>
      ) : (
        <ul className="border-t border-hairline">
          {events.map(({ event, opened, sold, arrived, commission }) => (
            <li key={event?.id ?? 0} className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-hairline py-3">
              <div className="min-w-0 grow basis-[12rem]">
                <p className="font-semibold wrap-anywhere">{event === null ? t('other_pages') : eventName(event, language)}</p>
                {event !== null && (
                  <p className="type-meta text-muted">
                    <DateText at={event.startDate} />
                  </p>
                )}
              </div>
              <p className="type-tabular type-meta">{t('line', { opened, sold, arrived })}</p>
              <p className="font-bold whitespace-nowrap tablet:min-w-24 tablet:text-end">
                <Money gel={commission} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
