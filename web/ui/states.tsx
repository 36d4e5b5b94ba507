import OctagonX from 'lucide-react/icons/octagon-x';
import type { ReactNode } from 'react';
import { useTranslation } from './translation.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

type ErrorStateProps = {
  title?: string;
  message: string;
  onRetry?: (() => void) | undefined;
};

/** A failure, shown at its place, with a retry button. */
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

/** One sentence and one link. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-5 py-6">
      <p className="type-lead text-muted">{text}</p>
      {children}
    </div>
  );
}

/** Why the last press did nothing; read out when it appears. */
export const Problem = ({ text }: { text: string | undefined }) => (
  <p role="alert" className="font-semibold text-danger empty:hidden">
    {text}
  </p>
);

/** For browsers without script, on screens that need it. */
export function NeedsScript() {
  const { t } = useTranslation();
  return (
    <noscript>
      <p className="border-s-4 border-accent bg-surface-1 px-5 py-3">{t('needs_script')}</p>
    </noscript>
  );
}

/** The outline of loading content; `className` gives it the exact size. It appears after a moment, so that quick answers show none. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-skeleton bg-surface-2', className)} />;
}
