import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { toWireTime } from '#shared/dates.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { focusChanges } from './changed-meanwhile.tsx';
import { ConfirmNight, isConflict } from './confirm-night.tsx';
import { NightForm } from './night-form.tsx';
import { NightFrame, NightLoader, nightPaths, SaveBar, useNightUpdates } from './night-frame.tsx';
import { NightPreview } from './night-preview.tsx';
import { PhotoBox } from './photo-box.tsx';
import { StateButtons } from './state-buttons.tsx';
import { typedMoments, typedNight } from './typed-night.ts';
import { useNightDraft } from './use-night-draft.ts';
import { type Save, useSaving } from './use-saving.ts';

/** The editor of a night: its texts, hours, capacity, photo and state. */
export default function NightScreen() {
  const { id } = useParams();
  return <NightLoader id={id}>{(night) => <NightEditor loaded={night} />}</NightLoader>;
}

function NightEditor({ loaded }: { loaded: StaffNightView }) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const [night, setNight] = useState(loaded);
  const [fresh] = useState(() => typedNight(loaded));
  const draft = useNightDraft(String(night.id), fresh, loaded);
  const navigate = useNavigate();
  const merge = (latest: StaffNightView) => {
    setNight(latest);
    return draft.merge(latest);
  };
  useNightUpdates(night, merge);

  const end = (saved: StaffNightView, isPublished: boolean) => {
    draft.saved(saved);
    setNight(saved);
    toast.success(t(isPublished ? 'staff-nights:published' : 'staff-nights:saved'));
  };
  const upload = async ({ fields, publish, confirmation }: Save) => {
    const send = (version: number) => staffApi.staffNights.update({ id: night.id, body: { ...fields, ...confirmation, version, publish } });
    try {
      end(await send(night.version), publish);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const latest = await staffApi.staffNights.get({ id: night.id });
      // Changes by others in this form are shown first; changes elsewhere do not matter.
      if (merge(latest) === undefined) end(await send(latest.version), publish);
    }
  };
  const { refusal, refuse, isSaving, question, close, save } = useSaving(draft, upload, night.id);
  const moments = typedMoments(draft.typed);
  const after = moments && { startDate: toWireTime(moments.startsAt), endDate: toWireTime(moments.endsAt) };
  const hasClashes = (draft.remote?.clashes.length ?? 0) > 0;
  const trySave = (publish: boolean) => (hasClashes ? focusChanges() : save(publish));
  const reload = async () => {
    const latest = await staffApi.staffNights.get({ id: night.id }).catch(() => undefined);
    if (latest) merge(latest);
  };
  const refuseState = (error: unknown): boolean => {
    // The screen shows the newest state, so that the next try is about that.
    if (isConflict(error)) void reload();
    return refuse(error);
  };
  const leave = () => {
    draft.saved(night);
    void navigate(`${nightPaths.list}?show=drafts`, { replace: true });
  };
  const isDraft = night.state === 'draft';
  return (
    <NightFrame
      night={night}
      tab="night"
      end={
        <>
          <StateButtons night={night} onChanged={merge} onRefused={refuseState} onDeleted={leave} />
          <SaveBar>
            <Button
              look={isDraft ? 'secondary' : 'primary'}
              size="small"
              isPending={isSaving === 'save'}
              pendingLabel={t('staff-nights:saving')}
              onClick={() => trySave(false)}
            >
              {t(isDraft ? 'staff-nights:save_draft' : 'staff-nights:save')}
            </Button>
            {isDraft && (
              <Button size="small" isPending={isSaving === 'publish'} pendingLabel={t('staff-nights:saving')} onClick={() => trySave(true)}>
                {t('staff-nights:publish')}
              </Button>
            )}
          </SaveBar>
        </>
      }
    >
      <div className="grid gap-8 desktop:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="min-w-0">
          <NightForm draft={draft} refusal={refusal} taken={night.held + night.sold} save={() => trySave(false)} />
          <div className="mt-5">
            <VerifiedOnlySwitch nightId={night.id} verifiedOnly={night.isVerifiedOnly} />
          </div>
          <PhotoBox night={night} onChanged={merge} />
        </div>
        <NightPreview typed={draft.typed} night={night} />
      </div>
      {question && (
        <ConfirmNight
          question={question}
          act={isDraft ? 'publish' : 'save'}
          moved={after && { before: night, after }}
          isBusy={isSaving !== undefined}
          onClose={close}
        />
      )}
    </NightFrame>
  );
}

/** Who may buy. It is saved at once, without the rest of the night. Its texts are in `staff-guests`. */
function VerifiedOnlySwitch({ nightId, verifiedOnly }: { nightId: number; verifiedOnly: boolean }) {
  const { t } = useTranslation('staff-guests');
  const [isOn, setOn] = useState(verifiedOnly);
  const command = useCommand((next: boolean) => staffApi.guests.setVerifiedOnly({ id: nightId, body: { verifiedOnly: next } }), {
    onSuccess(_, next) {
      setOn(next);
      toast.success(t(next ? 'verified_only.on' : 'verified_only.off'));
    },
  });
  return (
    <Checkbox
      label={t('verified_only.label')}
      hint={t('verified_only.hint')}
      checked={command.isPending ? !isOn : isOn}
      onChange={({ target }) => command.run(target.checked)}
    />
  );
}
