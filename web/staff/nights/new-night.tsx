import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useNow } from '#web/lib/now.tsx';
import { toast } from '#web/lib/toast.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmNight } from './confirm-night.tsx';
import { SameAs } from './copy-night.tsx';
import { NightForm } from './night-form.tsx';
import { nightPaths, SaveBar } from './night-frame.tsx';
import { NightPreview } from './night-preview.tsx';
import { emptyNight } from './typed-night.ts';
import { useNightDraft } from './use-night-draft.ts';
import { useSaving } from './use-saving.ts';

/** The form of a new night. It proposes the next Friday and the club's usual hours. */
export default function NewNightScreen() {
  const { t } = useTranslation(['common', 'staff-nights']);
  const now = useNow();
  const navigate = useNavigate();
  const [fresh] = useState(() => emptyNight(now));
  const draft = useNightDraft('new', fresh);
  const { refusal, isSaving, question, close, save } = useSaving(
    draft,
    async ({ fields, publish, confirmation: { confirmed }, key: idempotencyKey }) => {
      const night = await staffApi.staffNights.create({ body: { ...fields, publish, confirmed } }, { idempotencyKey });
      draft.saved(night);
      toast.success(t(publish ? 'staff-nights:published' : 'staff-nights:saved'));
      void navigate(nightPaths.night(night.id), { replace: true });
    },
  );
  return (
    <>
      <SectionTitle
        end={
          <SaveBar>
            <Button
              look="secondary"
              size="small"
              isPending={isSaving === 'save'}
              pendingLabel={t('staff-nights:saving')}
              onClick={() => save(false)}
            >
              {t('staff-nights:save_draft')}
            </Button>
            <Button size="small" isPending={isSaving === 'publish'} pendingLabel={t('staff-nights:saving')} onClick={() => save(true)}>
              {t('staff-nights:publish')}
            </Button>
          </SaveBar>
        }
      >
        {t('staff-nights:new')}
      </SectionTitle>
      <SameAs onCopied={(night) => void navigate(nightPaths.night(night.id))} />
      <div className="mt-5 grid gap-8 desktop:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <NightForm draft={draft} refusal={refusal} taken={0} save={() => save(false)} />
          <p className="text-muted">{t('staff-nights:photo.after_save')}</p>
        </div>
        <NightPreview typed={draft.typed} />
      </div>
      {question && <ConfirmNight question={question} act="publish" isBusy={isSaving !== undefined} onClose={close} />}
    </>
  );
}
