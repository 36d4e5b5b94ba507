import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useNow } from '#web/lib/now.tsx';
import { toast } from '#web/lib/toast.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { ConfirmNight } from './confirm-night.tsx';
import { SameAs } from './copy-night.tsx';
import { NightFields, SaveButtons } from './night-form.tsx';
import { nightPaths, SaveBar } from './night-frame.tsx';
import { NightPreview } from './night-preview.tsx';
import { emptyNight } from './typed-night.ts';
import { useNightForm } from './use-night-form.ts';

/** The form of a new night. It proposes the next Friday and the club's usual hours. */
export default function NewNightScreen() {
  const { t } = useTranslation(['common', 'staff-nights']);
  const now = useNow();
  const navigate = useNavigate();
  const [fresh] = useState(() => emptyNight(now));
  const lastTry = useRef({ input: '', key: '' });
  const form = useNightForm({
    name: 'new',
    fresh,
    send(fields, { publish, confirmation: { confirmed } }) {
      const body = { ...fields, publish, confirmed };
      // The same input sent again is the same command.
      const input = JSON.stringify(body);
      if (lastTry.current.input !== input) lastTry.current = { input, key: crypto.randomUUID() };
      return staffApi.staffNights.create({ body }, { idempotencyKey: lastTry.current.key });
    },
    onSaved(night, publish) {
      toast.success(t(publish ? 'staff-nights:published' : 'staff-nights:saved'));
      void navigate(nightPaths.night(night.id), { replace: true });
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
      <SameAs onCopied={(night) => void navigate(nightPaths.night(night.id))} />
      <div className="mt-5 grid gap-8 desktop:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <NightFields night={form} taken={0} save={() => form.save(false)} />
          <p className="text-muted">{t('staff-nights:photo.after_save')}</p>
        </div>
        <NightPreview typed={form.typed} />
      </div>
      {form.question && <ConfirmNight question={form.question} act="publish" isBusy={form.isPending} onClose={form.close} />}
    </>
  );
}
