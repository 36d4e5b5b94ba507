import { useTranslation } from 'react-i18next';
import type { SiteTextView } from '#shared/staff/words.contract.ts';
import { Moment } from '#web/staff/parts/moment.tsx';
import { Button } from '#web/ui/button.tsx';

type TextClashProps = { text: SiteTextView; name: string; onKeep(): void; onTake(): void };

/** Somebody else wrote this text since it was opened: their words, and whose shall stand. */
export function TextClash({ text, name, onKeep, onTake }: TextClashProps) {
  const { t } = useTranslation('staff-words');
  return (
    <section aria-label={t('clash_of', { name })} className="flex flex-col gap-3 border-2 border-warn p-5">
      <p className="font-semibold">
        {t('clash', { name: text.editor ?? '' })} {text.changedAt !== null && <Moment at={text.changedAt} />}
      </p>
      <p
        dir="auto"
        lang={text.language === 'all' ? undefined : text.language}
        className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-line"
      >
        {text.value}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" size="small" aria-label={t('keep_mine_of', { name })} onClick={onKeep}>
          {t('keep_mine')}
        </Button>
        <Button look="secondary" size="small" aria-label={t('take_theirs_of', { name })} onClick={onTake}>
          {t('take_theirs')}
        </Button>
      </div>
    </section>
  );
}
