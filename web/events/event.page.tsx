import { useTranslation } from 'react-i18next';
import { useLoaderData, useRouteError } from 'react-router';
import type { Api } from '#shared/api.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { moneyText } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { errorText } from '#web/lib/error-text.ts';
import { idIn, type LoadArgs, type Meta } from '#web/lib/page.ts';
import { statusOf } from '#web/lib/shown-screen.ts';
import { useLanguage } from '#web/lib/use-language.ts';

export const loader = (api: Api, { params }: LoadArgs) => api.events.get({ id: idIn(params) });

export default function EventPage() {
  const event = useLoaderData<typeof loader>();
  const { t } = useTranslation(['events', 'common']);
  const { language } = useLanguage();
  const price = event.baskets[0]?.price ?? null;
  return (
    <article>
      <h1>{language === 'ka' ? event.name : event.nameLat}</h1>
      <p>
        <time dateTime={event.startDate}>
          {dateText(event.startDate, language, (key) => t(`common:${key}`))}, {timeText(event.startDate)}
        </time>
      </p>
      {price !== null && (
        <p>
          {t('price_from')} {moneyText(price)}
        </p>
      )}
      <ul>
        {event.lineUps.map(({ id, artistName }) => (
          <li key={id}>{artistName}</li>
        ))}
      </ul>
      <p>{language === 'ka' ? event.description : event.descriptionLat}</p>
    </article>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation(['common', 'events', 'errors']);
  const failure = useRouteError();
  const isUnknown = statusOf(failure) === 404;
  return (
    <>
      <h1>{t(isUnknown ? 'events:not_found' : 'events:failed.title')}</h1>
      <p role="alert">{isUnknown ? t('errors:event_not_found') : errorText(failure, t)}</p>
    </>
  );
}

export const meta: Meta<typeof loader> = ({ data: event, language }) => ({
  title: language === 'ka' ? event.name : event.nameLat,
  description: language === 'ka' ? event.description : event.descriptionLat,
  path: paths.event(event.id),
});
