import { lazy, Suspense } from 'react';
import { useWantedConfirmation } from '#web/lib/confirmation.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));
const MailedCodeDialog = lazy(async () => ({ default: (await import('./mailed-code.tsx')).MailedCodeDialog }));

/** Shows the confirmation dialog when a call of this screen needs it. */
export function Confirmation() {
  const wanted = useWantedConfirmation();
  return (
    <Suspense>
      {wanted === 'user' && <ConfirmDialog />}
      {wanted === 'mail' && <MailedCodeDialog />}
    </Suspense>
  );
}
