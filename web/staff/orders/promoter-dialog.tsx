import { useState } from 'react';
import { z } from 'zod';
import type { PromotersView, PromoterView } from '#shared/staff/promoters.contract.ts';
import { NewPromoter } from '#shared/staff/promoters.schemas.ts';
import { readPrice, writePrice } from '#shared/staff/ticket-types.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** `latest`: the promoter that is changed, in the present state; undefined for a new one. */
type PromoterDialogProps = { latest: PromoterView | undefined; show(view: PromotersView): void; reload(): void; onClose(): void };

const text = z.string();
const PromoterDraft = z.object({ name: text, refCode: text, perArrival: text, percent: text });
/** An empty sum means none; text that is no number is left invalid, so that its field is marked. */
const TypedPromoter = PromoterDraft.transform(({ perArrival, percent, ...names }) => ({
  ...names,
  perArrival: perArrival.trim() === '' ? 0 : (readPrice(perArrival) ?? -1),
  percent: percent.trim() === '' ? 0 : /^\d{1,3}$/.test(percent.trim()) ? Number(percent) : -1,
})).pipe(NewPromoter);

const typedOf = (promoter: PromoterView | undefined): z.infer<typeof PromoterDraft> =>
  promoter
    ? {
        name: promoter.name,
        refCode: promoter.refCode,
        perArrival: promoter.perArrival === 0 ? '' : writePrice(promoter.perArrival),
        percent: promoter.percent === 0 ? '' : String(promoter.percent),
      }
    : { name: '', refCode: '', perArrival: '', percent: '' };

/** Adds a promoter or changes one; the ref code in links does not change. */
export function PromoterDialog({ latest, show, reload, onClose }: PromoterDialogProps) {
  const { t } = useTranslation(['common', 'staff-promoters', 'forms', 'staff']);
  const [edited] = useState(latest);
  const form = useStaffForm({
    schema: TypedPromoter,
    defaultValues: typedOf(edited),
    draft: { name: `promoter-${edited?.id ?? 'new'}`, schema: PromoterDraft },
    send: ({ refCode, ...rules }, idempotencyKey) =>
      edited
        ? staffApi.staffPromoters.change({ id: edited.id, body: { ...rules, version: edited.version } })
        : staffApi.staffPromoters.add({ body: { refCode, ...rules } }, { idempotencyKey }),
    onSent(view, { name }) {
      show(view);
      toast.success(t('staff-promoters:saved', { name }));
      onClose();
    },
    onSettled: reload,
  });
  const control = (name: keyof z.infer<typeof PromoterDraft>) => ({ id: `promoter-${name}`, autoComplete: 'off', ...form.control(name) });
  return (
    <FormDialog
      title={t(edited ? 'staff-promoters:change_title' : 'staff-promoters:add')}
      form={form}
      submit={t('staff:save')}
      onClose={onClose}
    >
      <Field label={t('staff-promoters:name')} {...control('name')} />
      <Field
        label={t('staff-promoters:ref_code')}
        hint={t('staff-promoters:ref_code_hint')}
        readOnly={edited !== undefined}
        spellCheck={false}
        autoCapitalize="none"
        {...control('refCode')}
      />
      <div className="grid items-end gap-5 tablet:grid-cols-2">
        <Field
          label={t('staff-promoters:per_arrival')}
          hint={t('staff-promoters:per_arrival_hint')}
          inputMode="decimal"
          {...control('perArrival')}
        />
        <Field
          label={t('staff-promoters:percent')}
          hint={t('staff-promoters:per_arrival_hint')}
          inputMode="numeric"
          {...control('percent')}
        />
      </div>
      {edited && <p className="text-muted">{t('staff-promoters:counts_back')}</p>}
    </FormDialog>
  );
}
