import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import { timeText } from '#shared/dates.ts';
import { lineUpNotes, type LineUpNote } from '#shared/events/line-up-notes.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toLineUps, type TypedAct } from './typed-line-up.ts';

/** Overlaps and gaps in words, as they come about. */
export function LineUpNotes({ acts, night }: { acts: readonly TypedAct[]; night: StaffNightView }) {
  const { t } = useTranslation(['common', 'staff-nights', 'events']);
  if (acts.length === 0) return <p className="text-muted">{t('staff-nights:line_up.empty')}</p>;
  const notes = lineUpNotes({ ...night, lineUps: toLineUps(acts, night) });
  const words = (note: LineUpNote): string => {
    const stage = t(`events:stages.${note.floor}`);
    if (note.kind === 'gap') return t('staff-nights:line_up.gap', { stage, from: timeText(note.from), until: timeText(note.until) });
    if (note.kind === 'together')
      return t('staff-nights:line_up.together', { stage, names: note.names.join(', '), time: timeText(note.at) });
    if (note.kind === 'short') return t('staff-nights:line_up.short', { stage, name: note.name, minutes: note.minutes });
    return t('staff-nights:line_up.outside', { name: note.name, time: timeText(note.at) });
  };
  return (
    <section aria-label={t('staff-nights:line_up.notes')} aria-live="polite">
      {notes.length === 0 && <p className="text-muted">{t('staff-nights:line_up.all_well')}</p>}
      <ul>
        {notes.map((note) => (
          <li key={words(note)} className="flex items-start gap-2 py-1 text-warn">
            <TriangleAlert size={16} className="mt-0.5 shrink-0" />
            {words(note)}
          </li>
        ))}
      </ul>
    </section>
  );
}
