import type { FormEvent } from 'react';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, toWireTime, weekdayText } from '#shared/dates.ts';
import { EVENT_TEXTS, type EventTextField } from '#shared/events/event-texts.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField, TimeField } from '#web/staff/ui/date-field.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { Field, TextArea, Checkbox } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { EventChanges } from './event-changes.tsx';
import { DoorFields } from './door-fields.tsx';
import { type EventField, typedMoments, type TypedEvent } from './typed-event.ts';
import type { EventForm } from './use-event-form.ts';

type EventFormProps = {
  eventForm: EventForm;
  /** Places that are sold or held. */
  taken: number;
  save(): void;
};

/** The form of an event, with its errors, changes by others and a restored draft above it. */
export function EventFields({ eventForm, taken, save }: EventFormProps) {
  const { inline, remote, form } = eventForm;
  const errors: SummaryError[] = inline.failure === undefined ? eventForm.errors : [...eventForm.errors, { message: inline.failure }];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-5">
      {errors.length > 0 && <ErrorSummary key={`${form.formState.submitCount} ${inline.attempt}`} errors={errors} />}
      {remote && <EventChanges {...eventForm} remote={remote} />}
      <Kept isRestored={eventForm.isRestored && eventForm.isDirty} discard={eventForm.drop} />
      <EventFieldset {...eventForm} taken={taken} />
    </form>
  );
}

/** The fields of an event, both languages side by side. */
function EventFieldset({ taken, ...eventForm }: EventForm & Pick<EventFormProps, 'taken'>) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { typed, control, controlled } = eventForm;
  const box = (field: EventField) => ({ id: field, label: t(`staff-nights:field.${field}`), autoComplete: 'off', ...control(field) });
  const textBox = (field: EventTextField, lang: Language, isOneLine: boolean) =>
    isOneLine ? (
      <Field key={field} {...box(field)} lang={lang} />
    ) : (
      <TextArea key={field} {...box(field)} lang={lang} rows={8} hint={t('staff-nights:links_hint')} />
    );
  return (
    <>
      <div className="grid gap-5 tablet:grid-cols-2">
        {EVENT_TEXTS.flatMap(({ text, isOneLine }) => [textBox(text, 'ka', isOneLine), textBox(`${text}Lat`, 'en', isOneLine)])}
      </div>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <DateField id="day" label={t('staff-nights:field.day')} {...controlled('day')} />
        <TimeField id="from" label={t('staff-nights:field.from')} {...controlled('from')} />
        <TimeField id="until" label={t('staff-nights:field.until')} {...controlled('until')} />
      </div>
      <Hours typed={typed} />
      <div className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <Field
          {...box('capacity')}
          inputMode="numeric"
          inputClass="w-28"
          hint={taken > 0 ? t('staff-nights:taken', { places: taken }) : undefined}
        />
        <Field {...box('ticketsPerPerson')} inputMode="numeric" inputClass="w-28" />
      </div>
      <Checkbox id="isComingSoon" label={t('staff-nights:field.isComingSoon')} {...control('isComingSoon')} />
      <DoorFields {...eventForm} />
    </>
  );
}

/** The moments of the typed hours, so that times after midnight are unambiguous. */
function Hours({ typed }: { typed: TypedEvent }) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { language } = useLanguage();
  const moments = typedMoments(typed);
  const textOf = (at: Date) => {
    const date = dateText(at, language, t);
    return t('staff-nights:moment', { weekday: weekdayText(toWireTime(at), t), date, time: timeText(at) });
  };
  return (
    <p className="-mt-2 text-muted">
      {moments && <>{t('staff-nights:hours', { from: textOf(moments.startsAt), until: textOf(moments.endsAt) })}. </>}
      {t('staff-nights:until_hint')}
    </p>
  );
}

type SaveButtonsProps = { form: EventForm; isDraft: boolean; save(publish: boolean): void };

/** Saves, or saves and publishes a draft. */
export function SaveButtons({ form: { pendingChoice }, isDraft, save }: SaveButtonsProps) {
  const { t } = useTranslation('staff-nights');
  return (
    <>
      <Button
        look={isDraft ? 'secondary' : 'primary'}
        size="small"
        isPending={pendingChoice?.publish === false}
        pendingLabel={t('saving')}
        onClick={() => save(false)}
      >
        {t(isDraft ? 'save_draft' : 'save')}
      </Button>
      {isDraft && (
        <Button size="small" isPending={pendingChoice?.publish === true} pendingLabel={t('saving')} onClick={() => save(true)}>
          {t('publish')}
        </Button>
      )}
    </>
  );
}
