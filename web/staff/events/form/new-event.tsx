import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { photoUploadUrl } from '#shared/staff/event-uploads.ts';
import type { UsualEvent } from '#shared/staff/events.contract.ts';
import { forgetDraft } from '#web/lib/drafts.ts';
import { validationText } from '#web/lib/error-text.ts';
import { useNow } from '#web/lib/now.tsx';
import { toast } from '#web/lib/toast.ts';
import { useUnsaved } from '#web/lib/unsaved.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { useUpload } from '#web/staff/components/file-upload.ts';
import { ShownInForm } from '#web/staff/components/staff-form.ts';
import { TicketTypeRows } from '#web/staff/components/ticket-type-rows.tsx';
import { UploadState } from '#web/staff/components/upload-state.tsx';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { ConfirmEvent } from '#web/staff/events/confirm-event.tsx';
import { BackLink, eventPaths, SaveBar } from '#web/staff/events/event-frame.tsx';
import { SameAs } from '#web/staff/events/copy/same-as.tsx';
import { besideClass } from '#web/staff/ui/beside.ts';
import { EventFormFrame, PlaceFields, SaveButtons, TextFields, TimeFields } from './event-form.tsx';
import { EventPreview } from './event-preview.tsx';
import { ticketTypeId, useExtras } from './new-event-extras.ts';
import { GuestsKnownChoice } from './guests-known.tsx';
import { PhotoChoice, useChosenPhoto } from './photo-choice.tsx';
import { emptyEvent } from './typed-event.ts';
import { type EventForm, useEventForm } from './use-event-form.ts';

/** The form of a new event, with the club's usual values: one screen from nothing to an event on sale. */
export default function NewEventScreen() {
  const { t } = useTranslation(['common', 'staff-events', 'staff']);
  const usual = useQuery({
    queryKey: ['usual-event'],
    queryFn: ({ signal }) => staffApi.staffEvents.usual({}, { signal }),
    // The form begins with these values: a refetch must not replace them while the user types.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <>
      <BackLink />
      <SectionTitle>{t('staff:create_event')}</SectionTitle>
      {usual.data && <NewEvent usual={usual.data} />}
      {!usual.data && <NotLoaded error={usual.error} box="h-96" onRetry={usual.refetch} />}
    </>
  );
}

function NewEvent({ usual }: { usual: UsualEvent }) {
  const { t } = useTranslation(['common', 'staff-events', 'staff-guests', 'forms', 'staff']);
  const now = useNow();
  const navigate = useNavigate();
  const [fresh] = useState(() => emptyEvent(now, usual));
  const [wasTried, setTried] = useState(false);
  const extras = useExtras(usual);
  const photo = useChosenPhoto();
  useUnsaved(photo.file !== undefined);
  const { upload, send: sendFile, cancel } = useUpload();
  const lastTry = useRef({ input: '', key: '' });
  const form = useEventForm({
    name: 'new',
    fresh,
    isSelling: extras.isSelling,
    async send(fields, { publish, confirmation: { confirmed } }) {
      // Marked at the fields, and named above the form.
      if (extras.problems.length > 0) throw new ShownInForm();
      const body = { ...fields, ...extras.sent, publish, confirmed };
      // Unchanged input that is sent again is one command.
      const input = JSON.stringify(body);
      if (lastTry.current.input !== input) lastTry.current = { input, key: crypto.randomUUID() };
      const event = await staffApi.staffEvents.create({ body }, { idempotencyKey: lastTry.current.key });
      // The event exists by now: a reload must not offer to create it again, and a photo that fails is chosen again on its page.
      for (const draft of NEW_EVENT_DRAFTS) forgetDraft(draft);
      if (photo.file)
        await sendFile(photoUploadUrl({ event: event.id, version: event.version }), photo.file).catch(() =>
          toast.error(t('staff-events:photo.failed')),
        );
      return event;
    },
    onSaved(event, publish) {
      extras.forget();
      toast.success(t(publish ? 'staff-events:published' : 'staff:saved'));
      void navigate(eventPaths.event(event.id), { replace: true });
    },
  });
  const problems = wasTried ? extras.problems : [];
  // The fields beside the form belong to its draft, and are discarded with it.
  const withExtras: EventForm = {
    ...form,
    errors: [...form.errors, ...problems.map(({ id, key }) => ({ id, message: validationText(key, t) }))],
    isRestored: form.isRestored || extras.isRestored,
    isDirty: form.isDirty || extras.isDirty || photo.file !== undefined,
    drop() {
      photo.choose(undefined);
      form.drop();
      extras.forget();
    },
  };
  const save = (publish: boolean) => {
    setTried(true);
    form.save(publish);
  };
  const errorOf = (id: string) => {
    const problem = problems.find((each) => each.id === id);
    return problem && validationText(problem.key, t);
  };
  const isHiddenWrong = form.errors.some(({ id }) => !SHOWN.has(id));
  return (
    <>
      <SameAs />
      <div className={`${besideClass} mt-5 [--aside:30rem]`}>
        <EventFormFrame eventForm={withExtras} save={() => save(false)}>
          <TextFields eventForm={withExtras} isNeeded />
          <TimeFields eventForm={withExtras} />
          <fieldset className="flex flex-col gap-4">
            <legend className="mb-3 text-[1.25rem] leading-7 font-bold">{t('staff-events:ready.title')}</legend>
            <TicketTypeRows
              rows={extras.ticketTypes}
              idOf={ticketTypeId}
              errorOf={(row, part) => errorOf(ticketTypeId(row, part))}
              onChange={extras.setTicketTypes}
            />
          </fieldset>
          <PhotoChoice {...photo} />
          <details open={isHiddenWrong || undefined} className="border-t border-hairline">
            <summary className="inline-flex min-h-11 items-center font-semibold">{t('staff-events:more_fields')}</summary>
            <div className="flex flex-col gap-5 pt-3">
              <TextFields eventForm={withExtras} isNeeded={false} />
              <PlaceFields eventForm={withExtras} taken={0} />
              <GuestsKnownChoice value={extras.guestsKnown} onChange={extras.setGuestsKnown} />
            </div>
          </details>
          {upload && <UploadState {...upload} onCancel={cancel} />}
          <SaveBar isAtEnd>
            <SaveButtons form={form} isDraft save={save} publish={t('staff-events:put_on_sale')} />
          </SaveBar>
        </EventFormFrame>
        <EventPreview typed={form.typed} photoUrl={photo.url} />
      </div>
      {form.question && <ConfirmEvent question={form.question} act="publish" isBusy={form.isPending} onClose={form.close} />}
    </>
  );
}

const NEW_EVENT_DRAFTS = ['night-new', 'night-new-extras'];

/** The fields that are in view without "More". */
const SHOWN = new Set(['name', 'nameLat', 'day', 'from', 'until']);
