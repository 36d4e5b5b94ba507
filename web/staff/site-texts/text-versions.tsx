import { useState } from 'react';
import { textId } from '#shared/site-texts/site-texts.ts';
import type { SiteTextView } from '#shared/staff/site-texts.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Moment } from '#web/staff/components/data-table.tsx';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { Select } from '#web/staff/ui/select.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useShownValue } from './shown-value.ts';
import { useTextName } from './use-text-form.ts';

type TextClashProps = { text: SiteTextView; name: string; onKeep(): void; onTake(): void };

/** Shows the version that another user saved since this text was opened, and asks which one to keep. */
export function TextClash({ text, name, onKeep, onTake }: TextClashProps) {
  const { t } = useTranslation(['staff-site-content', 'staff']);
  const shown = useShownValue();
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
        {shown(text.key, text.value)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" size="small" aria-label={t('staff:do_with', { what: t('staff:keep_mine'), name })} onClick={onKeep}>
          {t('staff:keep_mine')}
        </Button>
        <Button look="secondary" size="small" aria-label={t('staff:do_with', { what: t('staff:take_theirs'), name })} onClick={onTake}>
          {t('staff:take_theirs')}
        </Button>
      </div>
    </section>
  );
}

type TextHistoryProps = { texts: readonly SiteTextView[]; onClose(): void; onTake(text: SiteTextView, value: string): void };

/** The earlier versions of one of the page's texts, which the user chooses here. */
export function TextHistory({ texts, onClose, onTake }: TextHistoryProps) {
  const { t } = useTranslation(['staff-site-content', 'staff']);
  const nameOf = useTextName();
  const [chosen, setChosen] = useState(0);
  const text = texts[chosen];
  return (
    <Dialog title={t('staff:history')} className="p-6" onClose={onClose}>
      <Select
        label={t('history_text')}
        className="mt-4"
        options={texts.map((each, value) => ({ value, text: nameOf(each) }))}
        value={chosen}
        onChange={setChosen}
      />
      {text && <Versions key={textId(text)} text={text} onTake={(value) => onTake(text, value)} />}
    </Dialog>
  );
}

/** Newest first; a version chosen here is published when it is saved. */
function Versions({ text, onTake }: { text: SiteTextView; onTake(value: string): void }) {
  const { t } = useTranslation(['common', 'staff', 'staff-site-content', 'errors']);
  const shown = useShownValue();
  const { key, language, standard } = text;
  const pages = usePages(['text-versions', key, language], (before, signal) =>
    staffApi.siteTexts.versions({ key, language, before }, { signal }),
  );
  const { items, isFetching: isBusy, error } = pages;
  return (
    <>
      {!isBusy && error !== null && <ErrorState message={errorText(error, t)} onRetry={pages.reload} />}
      {items.length === 0 && isBusy && <Skeleton className="h-40 w-full" />}
      {items.length === 0 && !isBusy && error === null && <p className="py-4 text-muted">{t('staff-site-content:never_changed')}</p>}
      <ol className="mt-4 flex flex-col">
        {items.map(({ id, version, value, editor, changedAt }) => (
          <li key={id} className="flex flex-col gap-2 border-t border-hairline py-4">
            <p className="text-muted">
              {version}. {editor}, <Moment at={changedAt} />
            </p>
            <p lang={language === 'all' ? undefined : language} className="whitespace-pre-line">
              {value === null ? <i>{t('staff-site-content:is_standard')}</i> : shown(key, value)}
            </p>
            <div>
              <Button
                look="secondary"
                size="small"
                aria-label={t('staff-site-content:take_version', { version })}
                onClick={() => onTake(value ?? standard)}
              >
                {t('staff-site-content:take')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {(pages.hasMore || (isBusy && items.length > 0)) && (
        <Button look="secondary" size="small" isPending={isBusy} pendingLabel={t('loading')} onClick={pages.more}>
          {t('staff:more')}
        </Button>
      )}
    </>
  );
}
