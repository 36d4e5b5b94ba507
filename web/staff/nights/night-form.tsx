import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, toWireTime, weekdayText } from '#shared/dates.ts';
import { EVENT_TEXTS, type EventTextField } from '#shared/events/event-texts.ts';
import { writtenTime } from '#shared/events/night-times.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { Field, TextArea } from '#web/ui/fields.tsx';
import { NightChanges } from './changed-meanwhile.tsx';
import { type TextField, typedMoments, type TypedNight } from './typed-night.ts';
import type { NightDraft } from './use-night-draft.ts';
import type { Refusal } from './use-saving.ts';

const NIGHT_FORM = 'night-form';

type NightFormProps = { draft: NightDraft; refusal: Refusal; taken: number; save(): void };

/** The form of a night, with its errors, changes by others and a restored draft above it. */
export function NightForm({ draft, refusal, taken, save }: NightFormProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const errors: SummaryError[] = Object.entries(refusal.fields).map(([id, message]) => ({ id, message }));
  if (refusal.message !== undefined) errors.push({ message: refusal.message });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form id={NIGHT_FORM} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-5">
      {errors.length > 0 && <ErrorSummary key={refusal.attempt} errors={errors} />}
      <NightChanges draft={draft} />
      {draft.isRestored && draft.isDirty && (
        <output className="flex flex-wrap items-center gap-x-4">
          {t('staff-nights:kept')}
          <Button look="quiet" size="small" className="text-[0.875rem]" onClick={draft.drop}>
            {t('staff-nights:drop')}
          </Button>
        </output>
      )}
      <NightFieldset typed={draft.typed} errors={refusal.fields} taken={taken} change={draft.change} />
    </form>
  );
}

type NightFieldsProps = {
  typed: TypedNight;
  errors: Record<string, string>;
  /** Places that are sold or held. */
  taken: number;
  change(part: Partial<TypedNight>): void;
};

/** What there is to type about a night, both languages side by side. */
function NightFieldset({ typed, errors, taken, change }: NightFieldsProps) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const box = (field: TextField) => ({
    id: field,
    label: t(`staff-nights:field.${field}`),
    value: typed[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
  });
  const textBox = (field: EventTextField, lang: Language, isOneLine: boolean) =>
    isOneLine ? (
      <Field key={field} {...box(field)} lang={lang} />
    ) : (
      <TextArea key={field} {...box(field)} lang={lang} rows={8} hint={t('staff-nights:links_hint')} />
    );
  const time = (field: 'from' | 'until') => ({
    ...box(field),
    inputMode: 'numeric' as const,
    inputClass: 'w-28',
    onBlur: () => change({ [field]: writtenTime(typed[field]) ?? typed[field] }),
  });
  return (
    <>
      <div className="grid gap-5 tablet:grid-cols-2">
        {EVENT_TEXTS.flatMap(({ text, isOneLine }) => [textBox(text, 'ka', isOneLine), textBox(`${text}Lat`, 'en', isOneLine)])}
      </div>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <DateField
          id="day"
          legend={t('staff-nights:field.day')}
          value={typed.day}
          error={errors['day']}
          onChange={(day) => change({ day })}
        />
        <Field {...time('from')} />
        <Field {...time('until')} />
      </div>
      <Hours typed={typed} />
      <div className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <Field
          {...box('capacity')}
          inputMode="numeric"
          inputClass="w-28"
          hint={taken > 0 ? t('staff-nights:taken', { places: taken }) : undefined}
        />
        <Field {...box('placesPerPerson')} inputMode="numeric" inputClass="w-28" />
      </div>
      <Checkbox
        id="isComingSoon"
        label={t('staff-nights:field.isComingSoon')}
        checked={typed.isComingSoon}
        onChange={({ target }) => change({ isComingSoon: target.checked })}
      />
    </>
  );
}

/** The moments the typed hours mean, so that nobody has to wonder which morning is meant. */
function Hours({ typed }: { typed: TypedNight }) {
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
