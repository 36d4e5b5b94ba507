import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { isSavedAs, readActs } from './typed-line-up.ts';
import type { LineUpDraft } from './use-line-up-draft.ts';
import { useRefusal } from './use-refusal.ts';
import { isConflict } from './use-saving.ts';

/** Sends the acts upon the version that was read, one try at a time. What somebody else saved meanwhile is learnt, not written over. */
export function useLineUpSaving(draft: LineUpDraft, learn: (latest: StaffNightView) => void) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { refusal, refuse, refuseFields, accept } = useRefusal();
  const [isSaving, setIsSaving] = useState(false);

  const begin = (saved: StaffNightView) => {
    learn(saved);
    draft.begin(saved);
    accept();
  };
  const end = (saved: StaffNightView) => {
    begin(saved);
    toast.success(t('staff-nights:saved'));
  };
  const send = async (upon: StaffNightView): Promise<void> => {
    const read = readActs(draft.acts, upon);
    if ('wrong' in read) return refuseFields(read.wrong);
    const { slots } = read;
    try {
      end(await staffApi.staffNights.changeLineUp({ id: upon.id, body: { version: upon.version, slots } }));
    } catch (error) {
      if (!isConflict(error)) return refuse(error);
      const latest = await staffApi.staffNights.get({ id: upon.id });
      learn(latest);
      // The answer was lost on the way: what stands there is what was sent.
      if (isSavedAs(slots, latest)) return end(latest);
      // Something else of the night was changed: there is nothing to ask.
      if (draft.isBasedOn(latest)) return send(latest);
    }
  };
  const save = async (upon: StaffNightView) => {
    if (isSaving) return;
    setIsSaving(true);
    await send(upon).catch(refuse);
    setIsSaving(false);
  };
  return { refusal, isSaving, save: (upon: StaffNightView) => void save(upon), begin };
}
