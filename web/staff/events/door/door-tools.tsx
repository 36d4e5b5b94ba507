import { Link } from 'react-router';
import { eventPaths } from '#web/staff/events/event-frame.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** What a door works with: the live view, the guest list on paper and the sign for the door sale. */
export function DoorTools({ eventId }: { eventId: number }) {
  const { t } = useTranslation(['staff', 'staff-nights']);
  return (
    <ul className="flex flex-col">
      {[
        { to: staffPath(`tonight?event=${eventId}`), text: t('staff:nav.tonight') },
        { to: eventPaths.doorSheet(eventId), text: t('staff-nights:print_door_list') },
        { to: eventPaths.doorSale(eventId), text: t('staff-nights:door_sale_sign') },
      ].map(({ to, text }) => (
        <li key={to}>
          <Link to={to} className="link inline-flex min-h-11 items-center">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
