import { useState } from 'react';
import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';
import { ComplimentaryInput } from '#shared/staff/ticket-types.schemas.ts';
import type { EventTicketTypesView } from '#shared/staff/ticket-types.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { Segments } from '#web/staff/ui/choices.tsx';
import { FormNote } from '#web/ui/form-note.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Select } from '#web/staff/ui/select.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type ComplimentaryDialogProps = { event: EventTicketTypesView; onDone(): void; onClose(): void };

/** Why no money enters the books. */
const HOWS = ['gift', 'register'] as const;

const text = z.string();
const ComplimentaryDraft = z.object({
  firstName: text,
  lastName: text,
  email: text,
  quantity: text,
  ticketTypeId: text,
  how: z.enum(HOWS),
  reason: text,
  receipt: text,
  language: z.enum(LANGUAGES),
});

/** The input as it is sent, with its reason or the receipt. A value that is no number is left invalid, so that its field is marked. */
const TypedComplimentary = ComplimentaryDraft.transform(
  ({ quantity, ticketTypeId, how, reason, receipt, ...rest }): z.input<typeof ComplimentaryInput> => ({
    ...rest,
    reason: how === 'gift' ? reason : '',
    receipt: how === 'gift' ? null : receipt,
    quantity: /^\d+$/.test(quantity.trim()) ? Number(quantity) : 0,
    ticketTypeId: ticketTypeId === '' ? null : Number(ticketTypeId),
  }),
).pipe(ComplimentaryInput);

/**
 * Gives tickets to a named guest, or records that they were paid at the register. They are mailed at once.
 */
export function ComplimentaryDialog({ event, onDone, onClose }: ComplimentaryDialogProps) {
  const { t } = useTranslation(['common', 'staff-ticket-types', 'forms', 'staff']);
  const { language } = useLanguage();
  const [wasGiven, setGiven] = useState(false);
  const form = useStaffForm({
    schema: TypedComplimentary,
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      language,
      quantity: '1',
      ticketTypeId: '',
      how: 'gift',
      reason: '',
      receipt: '',
    },
    draft: { name: `complimentary-${event.id}`, schema: ComplimentaryDraft },
    send: (body, idempotencyKey) => staffApi.staffTicketTypes.give({ id: event.id, body }, { idempotencyKey }),
    onSent(_, { email }) {
      toast.success(t('staff-ticket-types:issued', { email }));
      onClose();
    },
    onFailed(error) {
      // The answer was lost and the form was then changed: the next press is a second complimentary ticket.
      const isReused = error instanceof ApiError && error.body.code === 'idempotency_reused';
      setGiven(isReused);
      return isReused;
    },
    onSettled: onDone,
  });
  const how = form.controlled('how');
  const control = (name: keyof z.infer<typeof ComplimentaryDraft>) => ({ id: `complimentary-${name}`, ...form.control(name) });
  return (
    <FormDialog title={t('staff-ticket-types:give')} form={form} submit={t('staff-ticket-types:give_send')} onClose={onClose}>
      <div className="grid gap-5 tablet:grid-cols-2">
        <Field label={t('staff-ticket-types:first_name')} autoComplete="off" {...control('firstName')} />
        <Field label={t('staff-ticket-types:last_name')} autoComplete="off" {...control('lastName')} />
      </div>
      <Field type="email" label={t('staff-ticket-types:email')} autoComplete="off" {...control('email')} />
      <div className="grid gap-5 tablet:grid-cols-2">
        <Select
          label={t('staff:email_language')}
          options={LANGUAGES.map((value) => ({ value, text: t(`languages.${value}`) }))}
          {...form.controlled('language')}
        />
        <Field label={t('staff-ticket-types:how_many')} inputMode="numeric" {...control('quantity')} />
      </div>
      <Select
        id="complimentary-ticketTypeId"
        label={t('staff:ticket_type')}
        hint={t('staff-ticket-types:ticket_type_hint')}
        options={[
          { value: '', text: t('staff-ticket-types:guest_list_free', { count: event.free }) },
          ...event.ticketTypes.map(({ id, name, nameLat, free }) => ({
            value: String(id),
            text: t('staff-ticket-types:ticket_type_free', { name: language === 'ka' ? name : nameLat, free }),
          })),
        ]}
        {...form.controlled('ticketTypeId')}
      />
      <Segments
        label={t('staff-ticket-types:how')}
        value={how.value}
        choices={HOWS.map((value) => ({ value, text: t(`staff-ticket-types:hows.${value}`) }))}
        onChange={how.onChange}
      />
      {how.value === 'gift' ? (
        <Field label={t('staff:reason')} hint={t('staff:kept_in_log')} {...control('reason')} />
      ) : (
        <Field
          label={t('staff-ticket-types:receipt')}
          hint={t('staff-ticket-types:receipt_hint')}
          autoComplete="off"
          spellCheck={false}
          {...control('receipt')}
        />
      )}
      {wasGiven && <FormNote text={t('staff-ticket-types:issued_before')} />}
    </FormDialog>
  );
}
