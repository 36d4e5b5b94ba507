import type { FormEvent, ReactNode } from 'react';
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
import { type EventField, typedMoments, type TypedEvent } from './typed-event.ts';
import type { EventForm } from './use-event-form.ts';

type EventFormFrameProps = { eventForm: EventForm; save(): void; children: ReactNode };

/** A form of an event, with its errors, changes by others and a restored draft above it. */
export function EventFormFrame({ eventForm, save, children }: EventFormFrameProps) {
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
      {children}
    </form>
  );
}

type FieldsProps = { eventForm: EventForm };

/** The texts that every event needs, or the further ones, both languages side by side. */
export function TextFields({ eventForm: { control }, isNeeded }: FieldsProps & { isNeeded: boolean }) {
  const { t } = useTranslation('staff-events');
  const box = (field: EventTextField, lang: Language) => ({
    id: field,
    label: t(`field.${field}`),
    autoComplete: 'off',
    lang,
    ...control(field),
  });
  return (
    <div className="grid gap-5 tablet:grid-cols-2">
      {EVENT_TEXTS.filter(({ requiredKey }) => (requiredKey !== undefined) === isNeeded).flatMap(({ text, isOneLine }) =>
        (
          [
            [text, 'ka'],
            [`${text}Lat`, 'en'],
          ] as const
        ).map(([field, lang]) =>
          isOneLine ? <Field key={field} {...box(field, lang)} /> : <TextArea key={field} {...box(field, lang)} rows={8} />,
        ),
      )}
    </div>
  );
}

export function TimeFields({ eventForm: { typed, controlled } }: FieldsProps) {
  const { t } = useTranslation('staff-events');
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <DateField id="day" label={t('field.day')} {...controlled('day')} />
        <TimeField id="from" label={t('field.from')} {...controlled('from')} />
        <TimeField id="until" label={t('field.until')} {...controlled('until')} />
      </div>
      <Hours typed={typed} />
    </>
  );
}

/** `taken`: places that are sold or held. */
export function PlaceFields({ eventForm: { control }, taken }: FieldsProps & { taken: number }) {
  const { t } = useTranslation('staff-events');
  const box = (field: EventField) => ({ id: field, label: t(`field.${field}`), autoComplete: 'off', ...control(field) });
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <Field {...box('capacity')} inputMode="numeric" inputClass="w-28" hint={taken > 0 ? t('taken', { places: taken }) : undefined} />
        <Field {...box('ticketsPerPerson')} inputMode="numeric" inputClass="w-28" />
      </div>
      <Checkbox id="isComingSoon" label={t('field.isComingSoon')} {...control('isComingSoon')} />
    </>
  );
}

/** The moments of the typed hours, so that times after midnight are unambiguous. */
function Hours({ typed }: { typed: TypedEvent }) {
  const { t } = useTranslation(['common', 'staff-events']);
  const { language } = useLanguage();
  const moments = typedMoments(typed);
  const textOf = (at: Date) => {
    const date = dateText(at, language, t);
    return t('staff-events:moment', { weekday: weekdayText(toWireTime(at), t), date, time: timeText(at) });
  };
  return (
    <p className="-mt-2 text-muted">
      {moments && <>{t('staff-events:hours', { from: textOf(moments.startsAt), until: textOf(moments.endsAt) })}. </>}
      {t('staff-events:until_hint')}
    </p>
  );
}

type SaveButtonsProps = { form: EventForm; isDraft: boolean; save(publish: boolean): void; publish?: string };

/** Saves, or saves and publishes a draft; `publish` is the name of that button. */
export function SaveButtons({ form: { pendingChoice }, isDraft, save, publish }: SaveButtonsProps) {
  const { t } = useTranslation(['staff-events', 'staff']);
  return (
    <>
      <Button
        look={isDraft ? 'secondary' : 'primary'}
        size="small"
        isPending={pendingChoice?.publish === false}
        pendingLabel={t('saving')}
        onClick={() => save(false)}
      >
        {t(isDraft ? 'save_draft' : 'staff:save')}
      </Button>
      {isDraft && (
        <Button size="small" isPending={pendingChoice?.publish === true} pendingLabel={t('saving')} onClick={() => save(true)}>
          {publish ?? t('publish')}
        </Button>
      )}
    </>
  );
}
