import OctagonX from 'lucide-react/icons/octagon-x';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

type ErrorStateProps = {
  title?: string;
  message: string;
  /** Repeats what failed. */
  onRetry?: (() => void) | undefined;
};

/** What went wrong, in the place where it went wrong, and a way to try again (art direction §12). */
export function ErrorState({ title, message, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex items-start gap-4 border border-danger p-5">
      <OctagonX size={24} className="shrink-0 text-danger" />
      <div className="flex flex-col items-start gap-4">
        <div>
          {title !== undefined && <p className="font-bold">{title}</p>}
          <p>{message}</p>
        </div>
        {onRetry && (
          <Button look="secondary" size="small" onClick={onRetry}>
            {t('try_again')}
          </Button>
        )}
      </div>
    </div>
  );
}
