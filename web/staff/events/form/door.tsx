import { OnlyWith } from '#web/staff/rights.tsx';
import { DoorTools } from '#web/staff/events/door/door-tools.tsx';
import { besideClass } from '#web/staff/ui/beside.ts';
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
