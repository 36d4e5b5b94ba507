import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useNow } from '#web/lib/now.tsx';
import { toast } from '#web/lib/toast.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { ConfirmEvent } from './confirm-event.tsx';
import { EventFields, SaveButtons } from './event-form.tsx';
import { eventPaths, SaveBar } from './event-frame.tsx';
import { EventPreview } from './event-preview.tsx';
import { SameAs } from './same-as.tsx';
import { emptyEvent } from './typed-event.ts';
import { useEventForm } from './use-event-form.ts';

/** The form of a new event. It proposes the next Friday and the club's usual hours. */
export default function NewEventScreen() {
  const { t } = useTranslation(['common', 'staff-nights']);
  const now = useNow();
  const navigate = useNavigate();
  const [fresh] = useState(() => emptyEvent(now));
  const lastTry = useRef({ input: '', key: '' });
  const form = useEventForm({
    name: 'new',
    fresh,
    send(fields, { publish, confirmation: { confirmed } }) {
      const body = { ...fields, publish, confirmed };
      // Input that is sent again unchanged is one command.
      const input = JSON.stringify(body);
      if (lastTry.current.input !== input) lastTry.current = { input, key: crypto.randomUUID() };
      return staffApi.staffEvents.create({ body }, { idempotencyKey: lastTry.current.key });
    },
    onSaved(event, publish) {
      toast.success(t(publish ? 'staff-nights:published' : 'staff-nights:saved'));
      void navigate(eventPaths.event(event.id), { replace: true });
    },
  });
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
          <EventFields eventForm={form} taken={0} save={() => form.save(false)} />
          <p className="text-muted">{t('staff-nights:photo.after_save')}</p>
        </div>
        <EventPreview typed={form.typed} />
      </div>
      {form.question && <ConfirmEvent question={form.question} act="publish" isBusy={form.isPending} onClose={form.close} />}
    </>
  );
}
