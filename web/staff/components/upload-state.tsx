import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { ProgressBar } from '#web/staff/ui/progress-bar.tsx';
import type { UploadProgress } from './file-upload.ts';

type UploadStateProps = UploadProgress & { name: string; onCancel(): void };

/** How much of a file is sent and how long the rest takes. It can be cancelled until the server has all of it. */
export function UploadState({ name, share, left, onCancel }: UploadStateProps) {
  const { t } = useTranslation('staff');
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-muted">
      <ProgressBar label={name} share={share} />
      <span>
        {share < 1 ? t('upload.sent', { percent: Math.floor(share * 100) }) : t('upload.storing')}
        {left !== undefined && `, ${t('upload.left', { count: left })}`}
      </span>
      {share < 1 && (
        <Button look="quiet" size="small" aria-label={t('do_with', { what: t('upload.cancel'), name })} onClick={onCancel}>
          {t('upload.cancel')}
        </Button>
      )}
    </span>
  );
}
