import X from 'lucide-react/icons/x';
import type { ChangeEvent } from 'react';
import { writtenTime } from '#shared/events/written-time.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { Button } from '#web/ui/button.tsx';
import { describedBy, FieldNotes } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { floorsOf, useStageName } from './stage-names.ts';
import { inPlayingOrder, type LineUpForm, type TypedAct } from './use-line-up-form.ts';

type LineUpRowsProps = { event: StaffEventView; draft: LineUpForm; remove(act: TypedAct): void };

/** The acts of all stages as typed. They are sorted when a time field loses the focus, so that no row moves while it is edited. */
export function LineUpRows({ event, draft, remove }: LineUpRowsProps) {
  const { t } = useTranslation(['common', 'staff-events']);
  const nameOf = useStageName(event);
  return (
    <div className="grid grid-cols-1 gap-8 wide:grid-cols-2">
      {floorsOf(draft.acts, event).map((floor) => {
        const acts = draft.acts.filter((act) => act.floor === floor);
        return (
          <section key={floor} aria-label={nameOf(floor)}>
            <h2 className="type-label pb-2 text-muted">{nameOf(floor)}</h2>
            {acts.length === 0 && <p className="py-2 text-muted">{t('staff-events:line_up.empty')}</p>}
            <ol className="border-b border-hairline">
              {acts.map((act) => (
                <Row key={act.key} act={act} draft={draft} event={event} remove={() => remove(act)} />
              ))}
            </ol>
            <Button
              look="quiet"
              size="small"
              className="text-[0.875rem]"
              onClick={() => draft.add({ floor, time: acts.length === 0 ? event.from : '', artistName: '', isHeadliner: false })}
            >
              {t('staff-events:line_up.add_to', { stage: nameOf(floor) })}
            </Button>
          </section>
        );
      })}
    </div>
  );
}

const boxClass = 'min-h-11 rounded-control border border-control bg-surface-1 px-3 text-[1.0625rem] aria-invalid:border-danger';

type RowProps = Omit<LineUpRowsProps, 'remove'> & { act: TypedAct; remove(): void };

function Row({ act, draft, event, remove }: RowProps) {
  const { t } = useTranslation(['common', 'staff-events']);
  const { key } = act;
  const name = act.artistName.trim() || t('staff-events:line_up.nameless');
  const place = draft.acts.indexOf(act);
  const box = (field: 'time' | 'artistName') => {
    const id = `acts.${place}.${field}` as const;
    const error = draft.error(id);
    return {
      id,
      'aria-invalid': error !== undefined || undefined,
      'aria-describedby': describedBy(id, { error }),
      value: act[field],
      autoComplete: 'off',
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => draft.change(key, { [field]: target.value }),
    };
  };
  const problems = (['time', 'artistName'] as const).map((field) => `acts.${place}.${field}` as const);
  const settle = () => {
    const time = writtenTime(act.time) ?? act.time;
    draft.arrange((all) =>
      inPlayingOrder(
        all.map((each) => (each.key === key ? { ...each, time } : each)),
        event,
      ),
    );
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-t border-hairline py-2">
      <input
        {...box('time')}
        aria-label={t('staff-events:line_up.time')}
        inputMode="numeric"
        onBlur={settle}
        className={`${boxClass} type-tabular w-20`}
      />
      <input
        {...box('artistName')}
        aria-label={t('staff-events:line_up.artist')}
        spellCheck={false}
        className={`${boxClass} min-w-0 flex-1`}
      />
      <label className="inline-flex min-h-11 items-center gap-2 max-tablet:order-1 max-tablet:basis-full">
        <input
          type="checkbox"
          checked={act.isHeadliner}
          onChange={({ target }) => draft.change(key, { isHeadliner: target.checked })}
          className="size-5 accent-(--accent)"
        />
        {t('staff-events:line_up.headliner')}
      </label>
      <button
        type="button"
        aria-label={t('staff-events:line_up.remove', { name })}
        onClick={remove}
        className="inline-grid size-11 place-items-center text-muted hover:text-text"
      >
        <X size={20} />
      </button>
      <div className="order-1 flex w-full flex-col gap-2 pt-2 empty:hidden">
        {problems.map((id) => (
          <FieldNotes key={id} id={id} error={draft.error(id)} />
        ))}
      </div>
    </li>
  );
}
