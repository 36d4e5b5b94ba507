import { useTranslation } from 'react-i18next';
import type { SiteTextView } from '#shared/staff/words.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Moment } from '#web/staff/parts/moment.tsx';
import { usePages } from '#web/staff/query.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useTextName } from './text-name.ts';

type TextHistoryProps = { text: SiteTextView; onClose(): void; onTake(value: string): void };

/** What a text was, newest first; a version taken from here is shown to visitors when it is saved. */
export function TextHistory({ text, onClose, onTake }: TextHistoryProps) {
  const { t } = useTranslation(['common', 'staff', 'staff-words', 'errors']);
  const name = useTextName()(text);
  const { key, language, standard } = text;
  const pages = usePages(['text-versions', key, language], (before, signal) =>
    staffApi.staffWords.versions({ key, language, before }, { signal }),
  );
  const { items, isFetching: isBusy, error } = pages;
  return (
    <Dialog title={t('staff-words:history_of', { name })} className="p-6" onClose={onClose}>
      {!isBusy && error !== null && <ErrorState message={errorText(error, t)} onRetry={pages.reload} />}
      {items.length === 0 && isBusy && <Skeleton className="h-40 w-full" />}
      {items.length === 0 && !isBusy && error === null && <p className="py-4 text-muted">{t('staff-words:never_changed')}</p>}
      <ol className="mt-4 flex flex-col">
        {items.map(({ id, version, value, editor, changedAt }) => (
          <li key={id} className="flex flex-col gap-2 border-t border-hairline py-4">
            <p className="text-muted">
              {version}. {editor}, <Moment at={changedAt} />
            </p>
            <p lang={language === 'all' ? undefined : language} className="whitespace-pre-line">
              {value ?? <i>{t('staff-words:is_standard')}</i>}
            </p>
            <div>
              <Button
                look="secondary"
                size="small"
                aria-label={t('staff-words:take_version', { version })}
                onClick={() => onTake(value ?? standard)}
              >
                {t('staff-words:take')}
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
    </Dialog>
  );
}
