import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { SaveBar } from '#web/staff/parts/save-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { LineUpNews, showNews } from './line-up-news.tsx';
import { LineUpNotes } from './line-up-notes.tsx';
import { LineUpRows } from './line-up-rows.tsx';
import { LineUpRuler } from './line-up-ruler.tsx';
import { NightFrame, NightLoader } from './night-frame.tsx';
import { PasteLineUp } from './paste-line-up.tsx';
import { inPlayingOrder, type TypedAct } from './typed-line-up.ts';
import { useLatest } from './use-latest.ts';
import { useLineUpDraft } from './use-line-up-draft.ts';
import { useLineUpSaving } from './use-line-up-saving.ts';

/** Who plays when on which stage. */
export default function LineUpScreen() {
  const { id } = useParams();
  return <NightLoader id={id}>{(night) => <LineUpEditor loaded={night} />}</NightLoader>;
}

function LineUpEditor({ loaded }: { loaded: StaffNightView }) {
  const { t } = useTranslation(['common', 'staff-nights', 'forms', 'errors']);
  const [night, setNight] = useState(loaded);
  const [isPasting, setIsPasting] = useState(false);
  const draft = useLineUpDraft(night);
  const { refusal, isSaving, save, begin } = useLineUpSaving(draft, setNight);
  useLatest(night, (latest) => (draft.isDirty ? setNight(latest) : begin(latest)));

  const keepMine = () => {
    draft.rebase(night);
    save(night);
  };
  const remove = (act: TypedAct) => {
    draft.remove(act.key);
    const name = act.artistName.trim() || t('staff-nights:line_up.nameless');
    toast.info(t('staff-nights:line_up.removed', { name }), { label: t('staff-nights:undo'), run: () => draft.add(act) });
  };
  const errors: SummaryError[] = Object.entries(refusal.fields).map(([id, message]) => ({ id, message }));
  if (refusal.message !== undefined) errors.push({ message: refusal.message });
  return (
    <NightFrame
      night={night}
      tab="line_up"
      end={
        <>
          <Button look="secondary" size="small" onClick={() => setIsPasting(true)}>
            {t('staff-nights:line_up.paste')}
          </Button>
          <SaveBar>
            <Button
              size="small"
              isPending={isSaving}
              pendingLabel={t('staff-nights:saving')}
              onClick={() => (draft.isBehind ? showNews() : save(night))}
            >
              {t('staff-nights:save')}
            </Button>
          </SaveBar>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {errors.length > 0 && <ErrorSummary key={refusal.attempt} errors={errors} />}
        {draft.isBehind && <LineUpNews news={night} keepMine={keepMine} takeTheirs={() => begin(night)} />}
        <LineUpRuler night={night} draft={draft} remove={remove} />
        {draft.isDirty && <Unsaved drop={() => begin(night)} />}
        <LineUpNotes acts={draft.acts} night={night} />
        <LineUpRows night={night} draft={draft} errors={refusal.fields} remove={remove} />
      </div>
      {isPasting && (
        <PasteLineUp
          onClose={() => setIsPasting(false)}
          onRead={(acts) => {
            draft.replace(
              inPlayingOrder(
                acts.map((act, key) => ({ ...act, key })),
                night,
              ),
            );
            setIsPasting(false);
            toast.info(t('staff-nights:line_up.pasted'));
          }}
        />
      )}
    </NightFrame>
  );
}

/** Under the ruler: nothing moves under a hand that drags. */
function Unsaved({ drop }: { drop(): void }) {
  const { t } = useTranslation(['common', 'staff-nights']);
  return (
    <output className="-my-3 flex flex-wrap items-center gap-x-4">
      {t('staff-nights:line_up.unsaved')}
      <Button look="quiet" size="small" className="text-[0.875rem]" onClick={drop}>
        {t('staff-nights:drop')}
      </Button>
    </output>
  );
}
