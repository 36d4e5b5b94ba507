import { Link } from 'react-router';
import { eventPaths } from '#web/staff/events/event-frame.tsx';
import { OnlyWith } from '#web/staff/rights.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { besideClass } from '#web/staff/ui/beside.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { DoorFields } from './door-fields.tsx';
import { EventEditor } from './event-editor.tsx';
import { EventFormFrame } from './event-form.tsx';

/** The door of an event: its rules, and what is printed for it. */
export default function Door() {
  return (
    <EventEditor part="door">
      {({ event, form, save }) => (
        <div className={`${besideClass} [--aside:20rem]`}>
          <EventFormFrame eventForm={form} save={save}>
            <DoorFields {...form} />
          </EventFormFrame>
          {event.state === 'published' && (
            <OnlyWith right="door.run">
              <DoorTools eventId={event.id} />
            </OnlyWith>
          )}
        </div>
      )}
    </EventEditor>
  );
}

/** What a door works with: the live view, the guest list on paper and the sign for the door sale. */
function DoorTools({ eventId }: { eventId: number }) {
  const { t } = useTranslation(['staff', 'staff-events']);
  return (
    <ul className="flex flex-col">
      {[
        { to: staffPath(`tonight?event=${eventId}`), text: t('staff:nav.tonight') },
        { to: eventPaths.doorSheet(eventId), text: t('print_guest_list') },
        { to: eventPaths.doorSale(eventId), text: t('door_sale_sign') },
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
