import { useState } from 'react';
import { z } from 'zod';
import type { EventPromoCodesView } from '#shared/staff/promo-codes.contract.ts';
import { NewPromoCodes } from '#shared/staff/promo-codes.schemas.ts';
import type { EventTicketTypesView, TicketTypeView } from '#shared/staff/ticket-types.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useCopy } from '#web/staff/components/copy-text.ts';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { Select } from '#web/staff/ui/select.tsx';
import { Field, TextArea } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { CodeDraft, CodeFields, NO_RULES, rulesOf } from './promo-code-fields.tsx';

type NewPromoCodesDialogProps = {
  event: EventTicketTypesView;
  /** The hidden ticket types that a code can open, at least one. */
  hidden: readonly TicketTypeView[];
  show(codes: EventPromoCodesView): void;
  reload(): void;
  onClose(): void;
};

const NewDraft = CodeDraft.extend({ ticketTypeId: z.string(), code: z.string(), count: z.string() });
const one = '1';

/** The codes as they are sent; with an empty text they are generated. */
const TypedCodes = NewDraft.transform(({ ticketTypeId, code, count, ...rules }) => ({
  ticketTypeId: Number(ticketTypeId),
  code: code.trim() === '' ? null : code,
  count: code.trim() !== '' || count.trim() === '' ? 1 : /^\d+$/.test(count.trim()) ? Number(count) : 0,
  ...rulesOf(rules),
})).pipe(NewPromoCodes);

/** Makes one code with a given text, or many generated ones, which are then shown for copying. */
export function NewPromoCodesDialog({ event, hidden, show, reload, onClose }: NewPromoCodesDialogProps) {
  const { t } = useTranslation(['common', 'staff-promo-codes', 'forms', 'staff']);
  const { language } = useLanguage();
  const [made, setMade] = useState<readonly string[]>();
  const form = useStaffForm({
    schema: TypedCodes,
    defaultValues: { ...NO_RULES, ticketTypeId: String(hidden[0]?.id ?? ''), code: '', count: one },
    draft: { name: `codes-${event.id}`, schema: NewDraft },
    send: (body, idempotencyKey) => staffApi.staffPromoCodes.add({ id: event.id, body }, { idempotencyKey }),
    onSent({ made: texts, ...codes }, { code }) {
      show(codes);
      if (code === null) return setMade(texts);
      toast.success(t('staff-promo-codes:made_one_code', { code }));
      onClose();
    },
    onSettled: reload,
  });
  if (made) return <MadeCodes codes={made} onClose={onClose} />;
  const isOwnText = form.form.watch('code').trim() !== '';
  return (
    <FormDialog title={t('staff-promo-codes:add')} form={form} submit={t('staff-promo-codes:make')} onClose={onClose}>
      <Select
        label={t('staff:ticket_type')}
        options={hidden.map(({ id, name, nameLat }) => ({ value: String(id), text: language === 'ka' ? name : nameLat }))}
        {...form.controlled('ticketTypeId')}
      />
      <Field
        id="code-code"
        label={t('staff-promo-codes:code')}
        hint={t('staff-promo-codes:code_hint')}
        autoComplete="off"
        spellCheck={false}
        {...form.control('code')}
      />
      {!isOwnText && (
        <Field
          id="code-count"
          label={t('staff-promo-codes:how_many')}
          hint={t('staff-promo-codes:how_many_hint')}
          inputMode="numeric"
          autoComplete="off"
          inputClass="w-28"
          {...form.control('count')}
        />
      )}
      <CodeFields form={form} />
    </FormDialog>
  );
}

const ROWS_MAX = 10;

function MadeCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { t } = useTranslation(['staff-promo-codes', 'staff']);
  const copy = useCopy();
  const text = codes.join('\n');
  return (
    <Dialog title={t('made', { count: codes.length })} className="flex flex-col gap-5 p-6" onClose={onClose}>
      <TextArea label={t('made_label')} hint={t('made_hint')} readOnly rows={Math.min(codes.length, ROWS_MAX)} value={text} />
      <div className="flex flex-wrap gap-4">
        <Button size="small" onClick={() => copy(text)}>
          {t('copy')}
        </Button>
        <Button look="secondary" size="small" onClick={onClose}>
          {t('staff:link.done')}
        </Button>
      </div>
    </Dialog>
  );
}
