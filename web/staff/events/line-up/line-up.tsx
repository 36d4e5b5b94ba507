import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useParams } from 'react-router';
import { MAIN_STAGE } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import { type ReadAct, readLineUp, type LineUpNote, lineUpNotes } from '#shared/events/written-line-up.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { TextArea } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { focusChanges } from '#web/staff/events/changed-meanwhile.tsx';
import { EventFrame, EventLoader, SaveBar, useEventUpdates } from '#web/staff/events/event-frame.tsx';
import { LineUpChanges } from './line-up-changes.tsx';
import { LineUpRows } from './line-up-rows.tsx';
import { LineUpRuler } from './line-up-ruler.tsx';
import { LineUpSounds } from './line-up-sounds.tsx';
import { useStageName, writtenStages } from './stage-names.ts';
import { inPlayingOrder, toLineUps, type TypedAct, useLineUpForm } from './use-line-up-form.ts';

/** The editor of the line-up: acts, stages and times. */
export default function LineUpScreen() {
  const { id } = useParams();
  return <EventLoader id={id}>{(event) => <LineUpEditor loaded={event} />}</EventLoader>;
}

function LineUpEditor({ loaded }: { loaded: StaffEventView }) {
  const { t } = useTranslation(['common', 'staff-events', 'forms', 'errors', 'staff']);
  const [event, setEvent] = useState(loaded);
  const [isPasting, setIsPasting] = useState(false);
  const draft = useLineUpForm(event, setEvent);
  useEventUpdates(event, (latest) => (draft.isDirty ? setEvent(latest) : draft.begin(latest)));
  const remove = (act: TypedAct) => {
    draft.remove(act.key);
    const name = act.artistName.trim() || t('staff-events:line_up.nameless');
    toast.info(t('staff-events:line_up.removed', { name }), { label: t('staff:undo'), run: () => draft.add(act) });
  };
  const { failure } = draft.inline;
  const errors: SummaryError[] = failure === undefined ? draft.errors : [...draft.errors, { message: failure }];
  return (
    <EventFrame
      event={event}
      tab="line_up"
      end={
        <>
          <Button look="secondary" size="small" onClick={() => setIsPasting(true)}>
            {t('staff-events:line_up.paste')}
          </Button>
          <SaveBar>
            <Button
              size="small"
              isPending={draft.isPending}
              pendingLabel={t('staff-events:saving')}
              onClick={() => (draft.isBehind ? focusChanges() : draft.submit())}
            >
              {t('staff:save')}
            </Button>
          </SaveBar>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {errors.length > 0 && <ErrorSummary key={draft.attempt} errors={errors} />}
        {draft.isBehind && <LineUpChanges latest={event} keepMine={draft.keepMine} takeTheirs={() => draft.begin(event)} />}
        <LineUpRuler event={event} draft={draft} remove={remove} />
        {/* Below the ruler, so that the ruler does not move during a drag. */}
        <Kept isRestored={draft.isDirty} discard={() => draft.begin(event)} className="-my-3 self-start" />
        <LineUpNotes acts={draft.acts} event={event} />
        <LineUpRows event={event} draft={draft} remove={remove} />
        <LineUpSounds event={event} onChanged={setEvent} />
      </div>
      {isPasting && (
        <PasteLineUp
          event={event}
          onClose={() => setIsPasting(false)}
          onRead={(acts) => {
            draft.arrange(() =>
              inPlayingOrder(
                acts.map((act, key) => ({ ...act, key })),
                event,
              ),
            );
            setIsPasting(false);
            toast.info(t('staff-events:line_up.pasted'));
          }}
        />
      )}
    </EventFrame>
  );
}

/** Overlaps and gaps of the line-up as sentences, updated while editing. */
function LineUpNotes({ acts, event }: { acts: readonly TypedAct[]; event: StaffEventView }) {
  const { t } = useTranslation(['common', 'staff-events']);
  const stageName = useStageName(event);
  if (acts.length === 0) return <p className="text-muted">{t('staff-events:line_up.empty')}</p>;
  const notes = lineUpNotes({ ...event, lineUps: toLineUps(acts, event) });
  const textOf = (note: LineUpNote): string => {
    const stage = stageName(note.floor);
    if (note.kind === 'gap') return t('staff-events:line_up.gap', { stage, from: timeText(note.from), until: timeText(note.until) });
    if (note.kind === 'same_start')
      return t('staff-events:line_up.together', { stage, names: note.names.join(', '), time: timeText(note.at) });
    if (note.kind === 'short') return t('staff-events:line_up.short', { stage, name: note.name, minutes: note.minutes });
    return t('staff-events:line_up.outside', { name: note.name, time: timeText(note.at) });
  };
  return (
    <section aria-label={t('staff-events:line_up.notes')} aria-live="polite">
      {notes.length === 0 && <p className="text-muted">{t('staff-events:line_up.all_well')}</p>}
      <ul>
        {notes.map((note) => (
          <li key={textOf(note)} className="flex items-start gap-2 py-1 text-warn">
            <TriangleAlert size={16} className="mt-0.5 shrink-0" />
            {textOf(note)}
          </li>
        ))}
      </ul>
    </section>
  );
}

type PasteLineUpProps = { event: StaffEventView; onClose(): void; onRead(acts: ReadAct[]): void };

/** Takes a line-up as plain text and shows the parsed result before replacing anything. */
function PasteLineUp({ event, onClose, onRead }: PasteLineUpProps) {
  const { t } = useTranslation(['common', 'staff-events', 'staff']);
  const stageName = useStageName(event);
  const [text, setText] = useState('');
  const { acts, skipped } = readLineUp(text, writtenStages(event));
  return (
    <Dialog title={t('staff-events:line_up.paste')} className="p-6" onClose={onClose}>
      <div className="mt-5 flex flex-col gap-5">
        <TextArea
          id="line-up-text"
          label={t('staff-events:line_up.paste_label')}
          hint={t('staff-events:line_up.paste_text', { stage: stageName(MAIN_STAGE) })}
          rows={8}
          value={text}
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
        <section aria-label={t('staff:preview')} aria-live="polite" className="flex flex-col gap-2">
          <h3 className="font-semibold">{t('staff:preview')}</h3>
          {acts.length === 0 && <p className="text-muted">{t('staff-events:line_up.paste_none')}</p>}
          <ul className="type-tabular">
            {acts.map(({ floor, time, artistName, isHeadliner }, place) => (
              // An act may occur twice, so the key is its place.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={place}>
                <span className="text-muted">
                  {stageName(floor)} {time}
                </span>{' '}
                <bdi className={isHeadliner ? 'font-bold' : undefined}>{artistName}</bdi>
                {isHeadliner && ` * ${t('staff-events:line_up.headliner')}`}
              </li>
            ))}
          </ul>
          {skipped.length > 0 && (
            <p className="wrap-anywhere text-warn">{t('staff-events:line_up.paste_skipped', { lines: skipped.join(' · ') })}</p>
          )}
        </section>
        <Button disabled={acts.length === 0} onClick={() => onRead(acts)}>
          {t('staff-events:line_up.paste_use', { count: acts.length })}
        </Button>
      </div>
    </Dialog>
  );
}
