import { timeText } from '#shared/dates.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { HoursText } from '#web/ui/value-text.tsx';
import { useStageName } from './stage-names.ts';
import type { EventField, TypedEvent } from './typed-event.ts';
import type { EventForm } from './use-event-form.ts';

type EventChangesProps = Pick<EventForm, 'typed' | 'base' | 'decide' | 'drop'> & { remote: NonNullable<EventForm['remote']> };

/** Shows what somebody else saved while this form was open; fields that both changed are decided one by one. */
export function EventChanges({ remote, typed, base, decide, drop }: EventChangesProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const time = timeText(remote.at);
  const names = remote.taken.map((field) => t(`staff-nights:field.${field}`)).join(', ');
  return (
    <section id={CHANGES} role="alert" tabIndex={-1} className="flex flex-col gap-3 border-2 border-warn p-5">
      <h2 className="font-bold">
        {remote.by === null ? t('staff-nights:news_nobody', { time }) : t('staff-nights:news', { name: remote.by, time })}
      </h2>
      {names !== '' && <p>{t('staff-nights:news_taken', { fields: names })}</p>}
      {remote.clashes.length > 0 && <p>{t('staff-nights:news_text')}</p>}
      {remote.clashes.map((field) => (
        <Clash key={field} field={field} mine={typed} theirs={base} decide={decide} />
      ))}
      <div>
        <Button look="secondary" size="small" onClick={drop}>
          {t('staff-nights:reload')}
        </Button>
      </div>
    </section>
  );
}

type ClashProps = { field: EventField; mine: TypedEvent; theirs: TypedEvent; decide: EventForm['decide'] };

function Clash({ field, mine, theirs, decide }: ClashProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const textOf = (event: TypedEvent): string => {
    if (field === 'exits') return t(`staff-nights:door.exits.${event.exits}`);
    const value = event[field];
    return typeof value === 'boolean' ? t(value ? 'staff-nights:yes' : 'staff-nights:no') : value.trim() || t('staff-nights:empty_value');
  };
  return (
    <fieldset className="grid gap-3 border-t border-hairline pt-3 tablet:grid-cols-2">
      <legend className="contents">
        <span className="font-semibold tablet:col-span-2">{t(`staff-nights:field.${field}`)}</span>
      </legend>
      {(['mine', 'theirs'] as const).map((whose) => (
        <div key={whose} className="flex min-w-0 flex-col items-start gap-2">
          <p className="text-muted">{t(`staff-nights:${whose}`)}</p>
          <p dir="auto" className="max-h-60 w-full overflow-y-auto wrap-anywhere whitespace-pre-line">
            {textOf(whose === 'mine' ? mine : theirs)}
          </p>
          <Button look="secondary" size="small" onClick={() => decide(field, whose)}>
            {t(whose === 'mine' ? 'staff-nights:keep_mine' : 'staff-nights:take_theirs')}
          </Button>
        </div>
      ))}
    </fieldset>
  );
}

type LineUpChangesProps = { latest: StaffEventView; keepMine(): void; takeTheirs(): void };

const CHANGES = 'changed-meanwhile';

/** Moves the focus to the decisions that block the next save. */
export const focusChanges = (): void => document.querySelector<HTMLElement>(`#${CHANGES}`)?.focus();

/** Shows the line-up and the hours that somebody else saved meanwhile, and asks which version stays. */
export function LineUpChanges({ latest, keepMine, takeTheirs }: LineUpChangesProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const stageName = useStageName(latest);
  const time = timeText(latest.changedAt);
  return (
    <section id={CHANGES} role="alert" tabIndex={-1} className="flex flex-col gap-3 border-2 border-warn p-5">
      <h2 className="font-bold">
        {latest.changedBy === null ? t('staff-nights:news_nobody', { time }) : t('staff-nights:news', { name: latest.changedBy, time })}
      </h2>
      <p>
        <HoursText from={latest.startDate} to={latest.endDate} />
        {latest.lineUps.length === 0 && `. ${t('staff-nights:line_up.empty')}`}
      </p>
      <ul>
        {latest.lineUps.map(({ id, floor, startTime, artistName }) => (
          <li key={id}>
            {stageName(floor)} {timeText(startTime)} <bdi>{artistName}</bdi>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" size="small" onClick={keepMine}>
          {t('staff-nights:keep_mine')}
        </Button>
        <Button look="secondary" size="small" onClick={takeTheirs}>
          {t('staff-nights:take_theirs')}
        </Button>
      </div>
    </section>
  );
}
