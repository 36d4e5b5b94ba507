import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { dateText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';

export const loader = (api: Api) => api.events.list();

export default function HomePage() {
  const events = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { language } = useLanguage();
  const site = useSite();
  return (
    <>
      <h1>{siteName(site, language)}</h1>
      <ul>
        {events.map((event) => (
          <li key={event.id}>
            <Link to={paths.event(event.id)}>{language === 'ka' ? event.name : event.nameLat}</Link>{' '}
            {dateText(event.startDate, language, t)}
          </li>
        ))}
      </ul>
    </>
  );
}

export const meta: Meta<typeof loader> = () => ({ path: paths.home });
