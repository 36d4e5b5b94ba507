import { ChangedMeanwhile } from '#web/staff/events/changed-meanwhile.tsx';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import type { EventField, TypedEvent } from './typed-event.ts';
import type { EventForm } from './use-event-form.ts';

type EventChangesProps = Pick<EventForm, 'typed' | 'base' | 'decide' | 'drop'> & { remote: NonNullable<EventForm['remote']> };

/** Shows what another user saved while this form was open; fields that both changed are decided one by one. */
export function EventChanges({ remote, typed, base, decide, drop }: EventChangesProps) {
  const { t } = useTranslation(['common', 'staff-events']);
  const names = remote.taken.map((field) => t(`staff-events:field.${field}`)).join(', ');
  return (
    <ChangedMeanwhile by={remote.by} at={remote.at}>
      {names !== '' && <p>{t('staff-events:news_taken', { fields: names })}</p>}
      {remote.clashes.length > 0 && <p>{t('staff-events:news_text')}</p>}
      {remote.clashes.map((field) => (
        <Clash key={field} field={field} mine={typed} theirs={base} decide={decide} />
      ))}
      <div>
        <Button look="secondary" size="small" onClick={drop}>
          {t('staff-events:reload')}
        </Button>
      </div>
    </ChangedMeanwhile>
  );
}

type ClashProps = { field: EventField; mine: TypedEvent; theirs: TypedEvent; decide: EventForm['decide'] };

function Clash({ field, mine, theirs, decide }: ClashProps) {
  const { t } = useTranslation(['common', 'staff-events', 'staff']);
  const textOf = (event: TypedEvent): string => {
    if (field === 'exits') return t(`staff-events:door.exits.${event.exits}`);
    const value = event[field];
    return typeof value === 'boolean' ? t(value ? 'staff:yes' : 'staff:no') : value.trim() || t('staff-events:empty_value');
  };
  return (
    <fieldset className="grid gap-3 border-t border-hairline pt-3 tablet:grid-cols-2">
      <legend className="contents">
        <span className="font-semibold tablet:col-span-2">{t(`staff-events:field.${field}`)}</span>
      </legend>
      {(['mine', 'theirs'] as const).map((whose) => (
        <div key={whose} className="flex min-w-0 flex-col items-start gap-2">
          <p className="text-muted">{t(`staff-events:${whose}`)}</p>
          <p dir="auto" className="max-h-60 w-full overflow-y-auto wrap-anywhere whitespace-pre-line">
            {textOf(whose === 'mine' ? mine : theirs)}
          </p>
          <Button look="secondary" size="small" onClick={() => decide(field, whose)}>
            {t(whose === 'mine' ? 'staff:keep_mine' : 'staff:take_theirs')}
          </Button>
        </div>
      ))}
    </fieldset>
  );
}
