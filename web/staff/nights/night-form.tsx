import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { NightFieldset } from './night-fields.tsx';
import { NightNews } from './night-news.tsx';
import type { Refusal } from './use-refusal.ts';
import type { NightDraft } from './use-night-draft.ts';

export const NIGHT_FORM = 'night-form';

type NightFormProps = { draft: NightDraft; refusal: Refusal; taken: number; save(): void };

/** The form of a night with everything that may have to be said about it. */
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
      <NightNews draft={draft} />
      {draft.isKept && draft.isDirty && (
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
