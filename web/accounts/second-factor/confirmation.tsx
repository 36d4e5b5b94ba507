import { lazy, Suspense } from 'react';
import { useIsConfirmationOpen } from '#web/lib/confirmation.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** Asks who is signed in to confirm it, whenever a call of this screen needs that. */
export function Confirmation() {
  const isOpen = useIsConfirmationOpen();
  return (
    isOpen && (
      <Suspense>
        <ConfirmDialog />
      </Suspense>
    )
  );
}
