import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { toWireTime } from '#shared/dates.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { EventFields } from '#shared/staff/events.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { ShownInForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { focusChanges } from '#web/staff/events/changed-meanwhile.tsx';
import { ConfirmEvent, isConflict } from '#web/staff/events/confirm-event.tsx';
import { EventFrame, EventLoader, eventPaths, SaveBar, useEventUpdates } from '#web/staff/events/event-frame.tsx';
import { isMoved, MovedEvent } from '#web/staff/events/publish/moved-event.tsx';
import { PlannedPublication } from '#web/staff/events/publish/plan-publication.tsx';
import { StateButtons } from '#web/staff/events/publish/state-buttons.tsx';
import { SaveButtons } from './event-form.tsx';
import { typedMoments, typedEvent } from './typed-event.ts';
import { type EventForm, type SaveChoice, useEventForm } from './use-event-form.ts';

type Editor = { event: StaffEventView; form: EventForm; save(): void; onChanged(event: StaffEventView): void };
type EditorProps = { part: 'details' | 'door'; children(editor: Editor): ReactNode };

/** An editor of some fields of the event that the address names; each part of the event has its own draft. */
export function EventEditor(props: EditorProps) {
  const { id } = useParams();
  return <EventLoader id={id}>{(event) => <LoadedEditor loaded={event} {...props} />}</EventLoader>;
}

function LoadedEditor({ loaded, part, children }: EditorProps & { loaded: StaffEventView }) {
  const { t } = useTranslation(['common', 'staff-events', 'staff']);
  const [event, setEvent] = useState(loaded);
  const [fresh] = useState(() => typedEvent(loaded));
  /** The version after a move. */
  const [movedTo, setMovedTo] = useState<number>();
  const navigate = useNavigate();
  const send = (version: number, fields: EventFields, { publish, confirmation }: SaveChoice) =>
    staffApi.staffEvents.update({ id: event.id, body: { ...fields, ...confirmation, version, publish } });
  const form = useEventForm({
    name: part === 'details' ? String(event.id) : `${event.id}-${part}`,
    fresh,
    event,
    async send(fields, choice, merge) {
      try {
        return await send(event.version, fields, choice);
      } catch (error) {
        if (!isConflict(error)) throw error;
        const latest = await staffApi.staffEvents.get({ id: event.id });
        setEvent(latest);
        // Changes by others to fields of this form are shown first; other changes do not matter.
        const merged = merge(latest);
        if (!merged) throw new ShownInForm();
        return await send(latest.version, merged, choice);
      }
    },
    onSaved(saved, isPublished) {
      setMovedTo(isMoved(event, saved) ? saved.version : undefined);
      setEvent(saved);
      toast.success(t(isPublished ? 'staff-events:published' : 'staff:saved'));
    },
  });
  const merge = (latest: StaffEventView) => {
    setEvent(latest);
    form.merge(latest);
  };
  useEventUpdates(event, merge);

  const moments = typedMoments(form.typed);
  const after = moments && { startDate: toWireTime(moments.startsAt), endDate: toWireTime(moments.endsAt) };
  const hasClashes = (form.remote?.clashes.length ?? 0) > 0;
  const trySave = (publish: boolean) => (hasClashes ? focusChanges() : form.save(publish));
  const reload = async () => {
    const latest = await staffApi.staffEvents.get({ id: event.id }).catch(() => undefined);
    if (latest) merge(latest);
  };
  const refuseState = (error: unknown): boolean => {
    // Loads the newest state, so that the next attempt is about that.
    if (isConflict(error)) void reload();
    return form.inline.onFailed(error);
  };
  const leave = () => {
    form.begin(event);
    void navigate(`${eventPaths.list}?show=drafts`, { replace: true });
  };
  const isDraft = event.state === 'draft';
  return (
    <EventFrame
      event={event}
      tab={part}
      end={
        <>
          <StateButtons event={event} onChanged={merge} onRefused={refuseState} onDeleted={leave} onStale={() => void reload()} />
          <SaveBar>
            <SaveButtons form={form} isDraft={isDraft} save={trySave} />
          </SaveBar>
        </>
      }
    >
      {movedTo === event.version && <MovedEvent event={event} onChanged={merge} />}
      <PlannedPublication event={event} onChanged={merge} />
      {children({ event, form, save: () => trySave(false), onChanged: merge })}
      {form.question && (
        <ConfirmEvent
          question={form.question}
          act={isDraft ? 'publish' : 'save'}
          moved={after && { before: event, after }}
          isBusy={form.isPending}
          onClose={form.close}
        />
      )}
    </EventFrame>
  );
}
