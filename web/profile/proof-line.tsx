import { lazy, Suspense, useRef, useState } from 'react';
import type { ProfileView } from '#shared/accounts/accounts.contract.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const ProveEmailDialog = lazy(async () => ({ default: (await import('#web/accounts/second-factor/mailed-code.tsx')).ProveEmailDialog }));

type ProofLineProps = { profile: Pick<ProfileView, 'isEmailProved'>; onProved(): void };

/** Below the address: that it is proved, or a way to prove it. */
export function ProofLine({ profile: { isEmailProved }, onProved }: ProofLineProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const [isOpen, setOpen] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  // The pressed button disappears.
  const finish = () => {
    setOpen(false);
    onProved();
    setTimeout(() => line.current?.focus());
  };
  return (
    <>
      <p ref={line} tabIndex={-1} className="type-small flex flex-wrap items-center gap-x-3 text-muted">
        {t(isEmailProved ? 'accounts:email_verification.is_verified' : 'accounts:email_verification.not_verified')}
        {!isEmailProved && (
          <Button look="quiet" size="small" className="type-small text-start text-text" onClick={() => setOpen(true)}>
            {t('accounts:email_verification.verify')}
          </Button>
        )}
      </p>
      {isOpen && (
        <Suspense>
          <ProveEmailDialog onClose={() => setOpen(false)} onProved={finish} />
        </Suspense>
      )}
    </>
  );
}
