import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { toWireTime } from '#shared/dates.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import type { NightFields as NightFieldsInput } from '#shared/staff/nights.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { ShownInForm } from '#web/staff/parts/staff-form.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { focusChanges } from './changed-meanwhile.tsx';
import { ConfirmNight, isConflict } from './confirm-night.tsx';
import { NightFields, SaveButtons } from './night-form.tsx';
import { NightFrame, NightLoader, nightPaths, SaveBar, useNightUpdates } from './night-frame.tsx';
import { NightPreview } from './night-preview.tsx';
import { PhotoBox } from './photo-box.tsx';
import { StateButtons } from './state-buttons.tsx';
import { typedMoments, typedNight } from './typed-night.ts';
import { type SaveChoice, useNightForm } from './use-night-form.ts';

/** The editor of a night: its texts, hours, capacity, photo and state. */
export default function NightScreen() {
  const { id } = useParams();
  return <NightLoader id={id}>{(night) => <NightEditor loaded={night} />}</NightLoader>;
}

function NightEditor({ loaded }: { loaded: StaffNightView }) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const [night, setNight] = useState(loaded);
  const [fresh] = useState(() => typedNight(loaded));
  const navigate = useNavigate();
  const send = (version: number, fields: NightFieldsInput, { publish, confirmation }: SaveChoice) =>
    staffApi.staffNights.update({ id: night.id, body: { ...fields, ...confirmation, version, publish } });
  const form = useNightForm({
    name: String(night.id),
    fresh,
    night,
    async send(fields, choice, merge) {
      try {
        return await send(night.version, fields, choice);
      } catch (error) {
        if (!isConflict(error)) throw error;
        const latest = await staffApi.staffNights.get({ id: night.id });
        setNight(latest);
        // Changes by others in this form are shown first; changes elsewhere do not matter.
        const merged = merge(latest);
        if (!merged) throw new ShownInForm();
        return await send(latest.version, merged, choice);
      }
    },
    onSaved(saved, isPublished) {
      setNight(saved);
      toast.success(t(isPublished ? 'staff-nights:published' : 'staff-nights:saved'));
    },
  });
  const merge = (latest: StaffNightView) => {
    setNight(latest);
    form.merge(latest);
  };
  useNightUpdates(night, merge);

  const moments = typedMoments(form.typed);
  const after = moments && { startDate: toWireTime(moments.startsAt), endDate: toWireTime(moments.endsAt) };
  const hasClashes = (form.remote?.clashes.length ?? 0) > 0;
  const trySave = (publish: boolean) => (hasClashes ? focusChanges() : form.save(publish));
  const reload = async () => {
    const latest = await staffApi.staffNights.get({ id: night.id }).catch(() => undefined);
    if (latest) merge(latest);
  };
  const refuseState = (error: unknown): boolean => {
    // The screen shows the newest state, so that the next try is about that.
    if (isConflict(error)) void reload();
    return form.inline.onFailed(error);
  };
  const leave = () => {
    form.begin(night);
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
            <SaveButtons form={form} isDraft={isDraft} save={trySave} />
          </SaveBar>
        </>
      }
    >
      <div className="grid gap-8 desktop:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="min-w-0">
          <NightFields night={form} taken={night.held + night.sold} save={() => trySave(false)} />
          <div className="mt-5">
            <VerifiedOnlySwitch nightId={night.id} verifiedOnly={night.isVerifiedOnly} />
          </div>
          <PhotoBox night={night} onChanged={merge} />
        </div>
        <NightPreview typed={form.typed} night={night} />
      </div>
      {form.question && (
        <ConfirmNight
          question={form.question}
          act={isDraft ? 'publish' : 'save'}
          moved={after && { before: night, after }}
          isBusy={form.isPending}
          onClose={form.close}
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
