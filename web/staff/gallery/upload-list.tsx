import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import { errorText } from '#web/lib/error-text.ts';
import type { Translate } from '#web/lib/i18n.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { Button } from '#web/ui/button.tsx';
import { dropUpload, retryUpload, useUploads, type Upload } from './uploads.ts';

/** What is on its way, and what could not be taken and why. */
export function UploadList() {
  const { t } = useTranslation(['common', 'staff-gallery', 'forms', 'errors']);
  const uploads = useUploads();
  const left = uploads.filter(({ state }) => state !== 'failed').length;
  return (
    <>
      <output className={left > 0 ? 'block py-3 font-semibold' : 'sr-only'}>
        {left > 0 && t('staff-gallery:uploading', { count: left })}
      </output>
      {uploads.length > 0 && (
        <ul aria-label={t('staff-gallery:uploads')} className="mb-6 border-t border-hairline">
          {uploads.map((upload) => (
            <li key={upload.id} className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-hairline py-1">
              <span className="min-w-0 grow wrap-anywhere">{upload.file.name}</span>
              <State upload={upload} t={t} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function State({ upload: { id, file, state, share, error }, t }: { upload: Upload; t: Translate }) {
  if (state === 'waiting') return <span className="text-muted">{t('staff-gallery:waiting')}</span>;
  if (state === 'sending')
    return (
      <span className="flex items-center gap-3 text-muted">
        {share < 1 ? t('staff-gallery:sending') : t('staff-gallery:making')}
        <progress value={share} aria-label={file.name} className="w-30 accent-accent" />
      </span>
    );
  return (
    <>
      <span role="alert" className="font-semibold text-danger">
        {reasonOf(error, t)}
      </span>
      <span className="flex gap-4">
        <Button look="quiet" size="small" aria-label={t('staff-gallery:retry_file', { name: file.name })} onClick={() => retryUpload(id)}>
          {t('try_again')}
        </Button>
        <Button look="quiet" size="small" aria-label={t('staff-gallery:drop_file', { name: file.name })} onClick={() => dropUpload(id)}>
          {t('staff-gallery:drop')}
        </Button>
      </span>
    </>
  );
}

function reasonOf(error: unknown, t: Translate): string {
  const key = error instanceof ApiError ? error.body.errors?.['file'] : undefined;
  return key === undefined ? errorText(error, t) : validationText(key, t);
}
