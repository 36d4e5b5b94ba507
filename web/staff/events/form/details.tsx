import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Switch } from '#web/staff/ui/switch.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { EventEditor } from './event-editor.tsx';
import { EventFormFrame, PlaceFields, TextFields, TimeFields } from './event-form.tsx';
import { EventPreview } from './event-preview.tsx';
import { PhotoBox } from './photo-box.tsx';

/** The editor of an event: its texts, hours, capacity, photo and who may buy. */
export default function Details() {
  return (
    <EventEditor part="details">
      {({ event, form, save, onChanged }) => (
        <div className="grid gap-8 desktop:grid-cols-[minmax(0,1fr)_30rem]">
          <div className="min-w-0">
            <EventFormFrame eventForm={form} save={save}>
              <TextFields eventForm={form} isNeeded />
              <TimeFields eventForm={form} />
              <PlaceFields eventForm={form} taken={event.places.held + event.places.sold} />
              <TextFields eventForm={form} isNeeded={false} />
            </EventFormFrame>
            <div className="mt-5">
              <VerifiedOnlySwitch eventId={event.id} verifiedOnly={event.isVerifiedOnly} />
            </div>
            <PhotoBox event={event} onChanged={onChanged} />
          </div>
          <EventPreview typed={form.typed} saved={event} />
        </div>
      )}
    </EventEditor>
  );
}

/** Who may buy. It is saved at once, without the rest of the event. Its texts are in `staff-guests`. */
function VerifiedOnlySwitch({ eventId, verifiedOnly }: { eventId: number; verifiedOnly: boolean }) {
  const { t } = useTranslation('staff-guests');
  const [isOn, setOn] = useState(verifiedOnly);
  const command = useCommand((next: boolean) => staffApi.guests.setVerifiedOnly({ id: eventId, body: { verifiedOnly: next } }), {
    onSuccess(_, next) {
      setOn(next);
      toast.success(t(next ? 'verified_only.on' : 'verified_only.off'));
    },
  });
  return (
    <Switch
      label={t('verified_only.label')}
      hint={t('verified_only.hint')}
      isOn={command.isPending ? !isOn : isOn}
      onChange={(next) => command.run(next)}
    />
  );
}
