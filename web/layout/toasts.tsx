import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '#web/lib/browser-api.ts';
import { toast, useToasts } from '#web/lib/toast.ts';

const ToastList = lazy(async () => ({ default: (await import('#web/ui/toast-list.tsx')).ToastList }));

/** The place of messages is there from the start, so that they are read out; what they look like comes with the first of them. */
export function Toasts() {
  const { t } = useTranslation(['common', 'errors']);
  const toasts = useToasts();
  useEffect(() => session.onEnded(() => toast.info(t('errors:session_ended'))), [t]);
  return (
    <section
      aria-label={t('toasts')}
      aria-live="polite"
      className="no-print pointer-events-none fixed inset-x-4 top-4 z-30 tablet:start-auto tablet:w-96"
    >
      {toasts.length > 0 && (
        <Suspense>
          <ToastList toasts={toasts} onDismiss={toast.dismiss} onHold={toast.hold} />
        </Suspense>
      )}
    </section>
  );
}
