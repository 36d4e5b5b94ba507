import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { useNow } from '#web/lib/now.tsx';
import { useSite } from '#web/lib/site.tsx';
import { useCopy } from '#web/staff/components/copy-text.ts';
import { OnlyWith } from '#web/staff/rights.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { isDayOf } from '#web/staff/events/door/door-sheet-lines.ts';
import { eventPaths } from '#web/staff/events/event-frame.tsx';

/** What is done with a published event, before, at and after it. */
export function NextSteps({ event }: { event: StaffEventView }) {
  const { t } = useTranslation(['staff-events', 'staff']);
  const id = useId();
  const now = useNow();
  const { publicUrl } = useSite();
  const copy = useCopy();
  if (event.state === 'draft') return null;
  const isOnSite = event.state === 'published';
  const isToday = isOnSite && isDayOf(event, now);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-[1.25rem] leading-7 font-bold">
        {t('staff-events:steps.title')}
      </h2>
      <ul>
        {isToday && (
          <OnlyWith right="door.run">
            <Step to={staffPath(`tonight?event=${event.id}`)}>{t('staff:nav.tonight')}</Step>
            <Step to={eventPaths.doorSheet(event.id)}>{t('staff:print_guest_list')}</Step>
          </OnlyWith>
        )}
        {isOnSite && (
          <li>
            <button
              type="button"
              className="link inline-flex min-h-11 items-center"
              onClick={() => copy(new URL(paths.event(event.id), publicUrl || location.origin).href)}
            >
              {t('staff:link.copy')}
            </button>
          </li>
        )}
        {isOnSite && (
          <OnlyWith right="mails.manage">
            <Step to={eventPaths.messages(event.id)}>{t('staff-events:steps.announce')}</Step>
          </OnlyWith>
        )}
        {isOnSite && (
          <OnlyWith right="door.run">
            <Step to={eventPaths.doorSale(event.id)}>{t('staff:door_sale_sign')}</Step>
          </OnlyWith>
        )}
        <OnlyWith right="money.read">
          <Step to={`${staffPath('sales/orders')}?event=${event.id}`}>{t('staff:nav.orders')}</Step>
          <Step to={staffPath(`sales/reports/${event.id}`)}>{t('staff-events:to_numbers')}</Step>
        </OnlyWith>
      </ul>
    </section>
  );
}

const Step = ({ to, children }: { to: string; children: ReactNode }) => (
  <li>
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {children}
    </Link>
  </li>
);
