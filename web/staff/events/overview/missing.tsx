import { useId } from 'react';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import { Link } from 'react-router';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { useNow } from '#web/lib/now.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { eventPaths } from '#web/staff/events/event-frame.tsx';

/** What guests look for and the event does not have yet, each with the way to it; nothing once it is cancelled or over. */
export function Missing({ event }: { event: StaffEventView }) {
  const { t } = useTranslation('staff-events');
  const id = useId();
  const isPast = new Date(event.endDate) <= useNow();
  if (isPast || event.state === 'cancelled') return null;
  const parts = missingParts(event);
  if (parts.length === 0 && event.state !== 'draft') return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-[1.25rem] leading-7 font-bold">
        {t(parts.length === 0 ? 'missing.none' : 'missing.title')}
      </h2>
      <ul>
        {parts.map(({ part, to }) => (
          <li key={part}>
            <Link to={to} className="link inline-flex min-h-11 items-center gap-3">
              <CircleDashed size={18} className="shrink-0 text-warn" />
              {t(`missing.${part}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type MissingPart = 'ticket_types' | 'line_up' | 'description_ka' | 'description_en';

function missingParts(event: StaffEventView): { part: MissingPart; to: string }[] {
  const details = eventPaths.details(event.id);
  const all: { part: MissingPart; to: string; isMissing: boolean }[] = [
    { part: 'ticket_types', to: eventPaths.ticketTypes(event.id), isMissing: event.ticketTypes === 0 && !event.isComingSoon },
    { part: 'line_up', to: eventPaths.lineUp(event.id), isMissing: event.lineUps.length === 0 },
    { part: 'description_ka', to: details, isMissing: event.description.trim() === '' },
    { part: 'description_en', to: details, isMissing: event.descriptionLat.trim() === '' },
  ];
  return all.filter(({ isMissing }) => isMissing);
}
