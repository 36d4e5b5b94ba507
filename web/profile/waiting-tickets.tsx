import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useProvedByLink } from '#web/accounts/second-factor/use-proved-by-link.ts';

const ProveEmailDialog = lazy(async () => ({ default: (await import('#web/accounts/second-factor/mailed-code.tsx')).ProveEmailDialog }));

type WaitingTicketsProps = { count: number; onProved(): void };

/** How many tickets were given to the account's address, and the way to see them: proving the address by digits or the link. */
export function WaitingTickets({ count, onProved }: WaitingTicketsProps) {
  const { t } = useTranslation('tickets');
  const [isOpen, setOpen] = useState(false);
  // An open dialog waits for the link by itself.
  useProvedByLink(!isOpen, onProved);
  return (
    <div className="no-print flex flex-wrap items-center gap-x-6 gap-y-3 border-s-4 border-accent bg-surface-1 px-5 py-4">
      <p>{t('waiting', { count })}</p>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        {t('confirm_address')}
      </Button>
      {isOpen && (
        <Suspense>
          <ProveEmailDialog
            onClose={() => setOpen(false)}
            onProved={() => {
              setOpen(false);
              onProved();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
