import { z } from 'zod';
import type { CodeView, EventPromoCodesView } from '#shared/staff/promo-codes.contract.ts';
import { PromoCodeRules } from '#shared/staff/promo-codes.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { toControl } from '#web/staff/components/moment-text.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { FormNote } from '#web/ui/form-note.tsx';
import { useVersionedForm } from '#web/staff/events/use-versioned-form.ts';
import { CodeDraft, CodeFields, rulesOf } from './promo-code-fields.tsx';

type PromoCodeDialogProps = {
  edited: CodeView;
  /** The code in its present state. */
  latest: CodeView | undefined;
  show(codes: EventPromoCodesView): void;
  reload(): void;
  onClose(): void;
};

const ChangeDraft = CodeDraft.extend({ version: z.string() });
const TypedChange = ChangeDraft.transform(({ version, ...rules }) => ({ ...rulesOf(rules), version: Number(version) })).pipe(
  PromoCodeRules.safeExtend({ version: z.number() }),
);

const numberText = (value: number | null): string => (value === null ? '' : String(value));
const typedOf = ({ owner, uses, usesPerPerson, validFrom, validUntil, version }: CodeView): z.infer<typeof ChangeDraft> => ({
  owner,
  uses: numberText(uses),
  usesPerPerson: numberText(usesPerPerson),
  validFrom: toControl(validFrom),
  validUntil: toControl(validUntil),
  version: String(version),
});

/** Changes the limits of a code. What another user saved is shown before it is overwritten. */
export function PromoCodeDialog({ edited, latest, show, reload, onClose }: PromoCodeDialogProps) {
  const { t } = useTranslation(['common', 'staff-promo-codes', 'forms', 'staff']);
  const form = useVersionedForm({
    schema: TypedChange,
    initial: typedOf(edited),
    saved: latest && typedOf(latest),
    draft: { name: `code-${edited.id}`, schema: ChangeDraft },
    send: (body) => staffApi.staffPromoCodes.change({ id: edited.id, body }),
    show,
    onSaved() {
      toast.success(t('staff-promo-codes:saved', { code: edited.code }));
      onClose();
    },
    onSettled: reload,
  });
  const isEnded = latest !== undefined && latest.endedAt !== null;
  const newer = form.isNewer && !isEnded ? latest : undefined;
  const used = latest ? latest.held + latest.sold : 0;
  return (
    <FormDialog
      title={t('staff:edit_of', { name: edited.code })}
      form={form}
      submit={isEnded ? undefined : t('staff:save')}
      onOverwrite={newer && form.overwrite}
      onClose={onClose}
    >
      <CodeFields form={form} usesHint={used > 0 ? t('staff-promo-codes:uses_used', { used }) : undefined} />
      {isEnded && <FormNote text={t('staff-promo-codes:stale_ended')} />}
      {newer && <FormNote text={t('staff-promo-codes:stale', { owner: newer.owner || '—', uses: newer.uses ?? '—' })} />}
    </FormDialog>
  );
}
