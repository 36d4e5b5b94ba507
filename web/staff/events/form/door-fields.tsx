import { EXITS } from '#shared/door/offline-manifest.ts';
import { Checkbox, Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { TimeField } from '#web/staff/ui/date-field.tsx';
import { Select } from '#web/staff/ui/select.tsx';
import type { EventForm } from './use-event-form.ts';

/** The door settings of an event; empty fields mean the event's own values. */
export function DoorFields({ typed, control, controlled }: EventForm) {
  const { t } = useTranslation('staff-events');
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-4 font-bold">{t('door.title')}</legend>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <Field
          {...control('licensed')}
          id="licensed"
          label={t('field.licensed')}
          hint={t('door.licensed_hint')}
          placeholder={typed.capacity}
          autoComplete="off"
          inputMode="numeric"
          inputClass="w-28"
        />
        <TimeField id="opensAt" label={t('field.opensAt')} hint={t('door.opens_hint')} {...controlled('opensAt')} />
      </div>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <Select
          id="exits"
          label={t('field.exits')}
          className="w-80 max-w-full"
          options={EXITS.map((value) => ({ value, text: t(`door.exits.${value}`) }))}
          {...controlled('exits')}
        />
        {typed.exits === 'until' && <TimeField id="exitsUntil" label={t('field.exitsUntil')} {...controlled('exitsUntil')} />}
      </div>
      <Checkbox {...control('isAutomatic')} id="isAutomatic" label={t('field.isAutomatic')} />
      <Checkbox {...control('refusalRefunds')} id="refusalRefunds" label={t('field.refusalRefunds')} />
    </fieldset>
  );
}
