import { useState } from 'react';
import { useParams } from 'react-router';
import { createClient } from '#shared/contract.ts';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { coverRatios, coverUrl } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { doorSaleContract, type DoorSaleView } from '#shared/door-sale/door-sale.contract.ts';
import { sendAsUser, useSession } from '#web/lib/browser-api.ts';
import { errorText } from '#web/lib/error-text.ts';
import type { Meta } from '#web/lib/page.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { Poster } from '#web/ui/picture.tsx';
import { ErrorState, NeedsScript, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Purchase } from './purchase.tsx';

const { doorSale } = createClient({ doorSale: doorSaleContract }, sendAsUser);

/** The page of the QR code at the door: a ticket for the present event in as few steps as possible. */
export default function DoorSalePage() {
  const { t } = useTranslation(['common', 'door-sale', 'errors']);
  const id = Number(useParams()['id']);
  const { data, state, error, reload } = useLoad((signal) => doorSale.look({ id }, { signal }), [id]);
  return (
    <PageBody className="flex min-h-dvh flex-col gap-6 *:w-full *:max-w-130">
      <PageTitle>{t('door-sale:title')}</PageTitle>
      <NeedsScript />
      {data && <OpenEvent view={data} />}
      {!data && state === 'failed' && <ErrorState message={errorText(error, t)} onRetry={reload} />}
      {!data && state !== 'failed' && <Skeleton className="h-120" />}
    </PageBody>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('door-sale:title') });

function OpenEvent({ view }: { view: DoorSaleView }) {
  const { t } = useTranslation(['common', 'door-sale']);
  const { language } = useLanguage();
  const { isSignedIn } = useSession();
  // A guest who opens an account here sees the form until the bank's page.
  const [wasSignedIn] = useState(isSignedIn);
  const { event, state, from } = view;
  return (
    <>
      <div className="flex flex-wrap items-center gap-4 bg-surface-1">
        <div className="w-28 shrink-0 max-phone:w-24">
          <Poster src={coverUrl(event.id, '1x1')} {...coverRatios['1x1']} />
        </div>
        <p className="flex min-w-[min(100%,8rem)] flex-1 flex-col gap-1 py-3 pe-4">
          <strong className="type-lead wrap-anywhere">{eventName(event, language)}</strong>
          <span className="type-meta text-muted">
            {weekdayText(event.startDate, t)}, <span className="inline-block">{dateText(event.startDate, language, t)},</span>{' '}
            {timeText(event.startDate)}
          </span>
        </p>
      </div>
      {state === 'open' ? (
        <Purchase view={view} isKnown={wasSignedIn} />
      ) : (
        <>
          <p className="type-lead">{t(`door-sale:${state}`, { time: timeText(from) })}</p>
          <LinkButton look="secondary" to={paths.event(event.id)}>
            {t('door-sale:to_event')}
          </LinkButton>
        </>
      )}
    </>
  );
}
