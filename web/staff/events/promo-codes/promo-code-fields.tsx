import type { ComponentProps } from 'react';
import { z } from 'zod';
import { zoneText } from '#shared/time-zone.ts';
import { fromControl } from '#web/staff/components/moment-text.ts';
import { MomentField } from '#web/staff/ui/date-field.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const text = z.string();
/** The limits of a code, as typed. */
export const CodeDraft = z.object({ owner: text, uses: text, usesPerPerson: text, validFrom: text, validUntil: text });
type TypedCode = z.infer<typeof CodeDraft>;
export const NO_RULES: TypedCode = { owner: '', uses: '', usesPerPerson: '', validFrom: '', validUntil: '' };

/** A number as typed: empty means no limit; text that is no number is left invalid, so that its field is marked. */
const limitOf = (typed: string): number | null => (typed.trim() === '' ? null : /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : -1);

export const rulesOf = ({ owner, uses, usesPerPerson, validFrom, validUntil }: TypedCode) => ({
  owner,
  uses: limitOf(uses),
  usesPerPerson: limitOf(usesPerPerson),
  validFrom: fromControl(validFrom),
  validUntil: fromControl(validUntil),
});

type Limits = 'owner' | 'uses' | 'usesPerPerson';
type Moments = 'validFrom' | 'validUntil';
type Form = {
  control(field: Limits): Partial<ComponentProps<typeof Field>>;
  controlled(field: Moments): Pick<ComponentProps<typeof MomentField>, 'value' | 'error' | 'onChange'>;
};

/** The fields for the limits of a code. `usesHint` states the present use. */
export function CodeFields({ form, usesHint }: { form: Form; usesHint?: string | undefined }) {
  const { t } = useTranslation(['staff-promo-codes', 'staff', 'staff-events', 'staff-ticket-types']);
  const { t: common } = useTranslation();
  const control = (name: Limits) => ({ id: `code-${name}`, autoComplete: 'off', ...form.control(name) });
  const moment = (name: Moments) => ({ id: `code-${name}`, ...form.controlled(name) });
  return (
    <>
      <Field label={t('owner')} hint={t('staff:staff_only')} {...control('owner')} />
      <div className="grid items-end gap-5 tablet:grid-cols-2">
        <Field label={t('uses')} hint={usesHint ?? t('uses_hint')} inputMode="numeric" inputClass="w-28" {...control('uses')} />
        <Field
          label={t('staff-events:field.ticketsPerPerson')}
          hint={t('uses_person_hint')}
          inputMode="numeric"
          inputClass="w-28"
          {...control('usesPerPerson')}
        />
      </div>
      <MomentField
        label={t('valid_from')}
        hint={t('staff-ticket-types:sale_from_hint', { zone: zoneText(common) })}
        {...moment('validFrom')}
      />
      <MomentField label={t('valid_until')} hint={t('staff:until_event_ends')} {...moment('validUntil')} />
    </>
  );
}
