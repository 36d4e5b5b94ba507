import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { UsualEvent } from '#shared/staff/events.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useNow } from '#web/lib/now.tsx';
import { toast } from '#web/lib/toast.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { ConfirmEvent } from '#web/staff/events/confirm-event.tsx';
import { eventPaths, SaveBar } from '#web/staff/events/event-frame.tsx';
import { SameAs } from '#web/staff/events/copy/same-as.tsx';
import { EventFields, SaveButtons } from './event-form.tsx';
import { EventPreview } from './event-preview.tsx';
import { NewEventExtras, useExtras } from './new-event-extras.tsx';
import { emptyEvent } from './typed-event.ts';
import { type EventForm, useEventForm } from './use-event-form.ts';

/** The form of a new event, with the club's usual values. */
export default function NewEventScreen() {
  const { t } = useTranslation(['common', 'staff-nights', 'errors']);
  const usual = useQuery({
    queryKey: ['usual-event'],
    queryFn: ({ signal }) => staffApi.staffEvents.usual({}, { signal }),
    // The form begins with these values: a refetch must not replace them while the user types.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (usual.data) return <NewEvent usual={usual.data} />;
  return (
    <>
      <SectionTitle>{t('staff-nights:new')}</SectionTitle>
      {usual.error ? (
        <ErrorState message={errorText(usual.error, t)} onRetry={() => void usual.refetch()} />
      ) : (
        <Skeleton className="mt-5 h-96 w-full" />
      )}
    </>
  );
}

function NewEvent({ usual }: { usual: UsualEvent }) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const now = useNow();
  const navigate = useNavigate();
  const [fresh] = useState(() => emptyEvent(now, usual));
  const extras = useExtras(usual);
  const lastTry = useRef({ input: '', key: '' });
  const form = useEventForm({
    name: 'new',
    fresh,
    isSelling: extras.isSelling,
    send(fields, { publish, confirmation: { confirmed } }) {
      const body = { ...fields, ...extras.sent, publish, confirmed };
      // Unchanged input that is sent again is one command.
      const input = JSON.stringify(body);
      if (lastTry.current.input !== input) lastTry.current = { input, key: crypto.randomUUID() };
      return staffApi.staffEvents.create({ body }, { idempotencyKey: lastTry.current.key });
    },
    onSaved(event, publish) {
      extras.forget();
      toast.success(t(publish ? 'staff-nights:published' : 'staff-nights:saved'));
      void navigate(eventPaths.event(event.id), { replace: true });
    },
  });
  // The fields beside the form belong to its draft, and are discarded with it.
  const withExtras: EventForm = {
    ...form,
    isRestored: form.isRestored || extras.isRestored,
    isDirty: form.isDirty || extras.isDirty,
    drop() {
      form.drop();
      extras.forget();
    },
  };
  return (
    <>
      <SectionTitle
        end={
          <SaveBar>
            <SaveButtons form={form} isDraft save={form.save} />
          </SaveBar>
        }
      >
        {t('staff-nights:new')}
      </SectionTitle>
      <SameAs />
      <div className="mt-5 grid gap-8 desktop:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <EventFields eventForm={withExtras} taken={0} save={() => form.save(false)} />
          <NewEventExtras extras={extras} />
          <p className="text-muted">{t('staff-nights:photo.after_save')}</p>
        </div>
        <EventPreview typed={form.typed} />
      </div>
      {form.question && <ConfirmEvent question={form.question} act="publish" isBusy={form.isPending} onClose={form.close} />}
    </>
  );
}
