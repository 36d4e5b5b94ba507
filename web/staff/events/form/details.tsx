import { guestsKnownOf } from '#shared/tickets/claims.ts';
import { besideClass } from '#web/staff/ui/beside.ts';
import { EventEditor } from './event-editor.tsx';
import { EventFormFrame, PlaceFields, TextFields, TimeFields } from './event-form.tsx';
import { EventPreview } from './event-preview.tsx';
import { StoredGuestsKnown } from './guests-known.tsx';
import { PhotoBox } from './photo-box.tsx';

/** The editor of an event: its texts, hours, capacity, photo and whom its tickets must name. */
export default function Details() {
  return (
    <EventEditor part="details">
      {({ event, form, save, onChanged }) => (
        <div className={`${besideClass} [--aside:30rem]`}>
          <div>
            <EventFormFrame eventForm={form} save={save}>
              <TextFields eventForm={form} isNeeded />
              <TimeFields eventForm={form} />
              <PlaceFields eventForm={form} taken={event.places.held + event.places.sold} />
              <TextFields eventForm={form} isNeeded={false} />
            </EventFormFrame>
            <div className="mt-5">
              <StoredGuestsKnown
                eventId={event.id}
                stored={guestsKnownOf({ verifiedOnly: event.isVerifiedOnly, namesRequired: event.namesRequired })}
              />
            </div>
            <PhotoBox event={event} onChanged={onChanged} />
          </div>
          <EventPreview typed={form.typed} saved={event} />
        </div>
      )}
    </EventEditor>
  );
}
