import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import type { SectionProps } from '#web/staff/section.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { LineUpNews } from './line-up-news.tsx';
import { LineUpNotes } from './line-up-notes.tsx';
import { LineUpRows } from './line-up-rows.tsx';
import { LineUpRuler } from './line-up-ruler.tsx';
import { NightFrame, NightLoader } from './night-frame.tsx';
import { PasteLineUp } from './paste-line-up.tsx';
import { inPlayingOrder, readActs, typedActs, type TypedAct } from './typed-line-up.ts';
import { useLineUpDraft } from './use-line-up-draft.ts';
import { useRefusal } from './use-refusal.ts';
import { isConflict } from './use-saving.ts';

/** Who plays when on which stage. */
export default function LineUpScreen({ params }: SectionProps) {
  return <NightLoader id={params['id']}>{(night) => <LineUpEditor loaded={night} />}</NightLoader>;
}

const isSame = (a: StaffNightView, b: StaffNightView): boolean =>
  JSON.stringify([a.startDate, a.endDate, typedActs(a.lineUps)]) === JSON.stringify([b.startDate, b.endDate, typedActs(b.lineUps)]);

function LineUpEditor({ loaded }: { loaded: StaffNightView }) {
  const { t } = useTranslation(['common', 'staff-nights', 'forms', 'errors']);
  const [night, setNight] = useState(loaded);
  const [news, setNews] = useState<StaffNightView>();
  const [isSaving, setIsSaving] = useState(false);
  const [isPasting, setIsPasting] = useState(false);
  const draft = useLineUpDraft(night);
  const { refusal, refuse, refuseFields, accept } = useRefusal();

  const end = (saved: StaffNightView) => {
    setNight(saved);
    draft.replace(typedActs(saved.lineUps));
    setNews(undefined);
    accept();
    toast.success(t('staff-nights:saved'));
  };
  const send = async (base: StaffNightView): Promise<void> => {
    const read = readActs(draft.acts, base);
    if ('wrong' in read) return refuseFields(read.wrong);
    const { slots } = read;
    try {
      end(await staffApi.staffNights.changeLineUp({ id: base.id, body: { version: base.version, slots } }));
    } catch (error) {
      if (!isConflict(error)) return refuse(error);
      const latest = await staffApi.staffNights.get({ id: base.id });
      if (!isSame(latest, base)) return setNews(latest);
      // Something else of the night was changed: there is nothing to ask.
      setNight(latest);
      return send(latest);
    }
  };
  const save = async (base: StaffNightView) => {
    if (isSaving) return;
    setIsSaving(true);
    await send(base).catch(refuse);
    setIsSaving(false);
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
          <Button size="small" isPending={isSaving} pendingLabel={t('staff-nights:saving')} onClick={() => void save(night)}>
            {t('staff-nights:save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {errors.length > 0 && <ErrorSummary key={refusal.attempt} errors={errors} />}
        {news && (
          <LineUpNews
            news={news}
            keepMine={() => {
              setNight(news);
              void save(news);
            }}
            takeTheirs={() => end(news)}
          />
        )}
        {/* Its line is always there: nothing moves under a hand that drags. */}
        <output className="block min-h-5">{draft.isDirty && t('staff-nights:line_up.unsaved')}</output>
        <LineUpRuler night={night} draft={draft} remove={remove} />
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
