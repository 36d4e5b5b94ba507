import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** The second press: lets in with a ticket of another night, after a word of warning. */
export function AdmitOther({ reason, onAdmit }: { reason: string | undefined; onAdmit(): void }) {
  const { t } = useTranslation('door');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="paper" isWide className="border-2 border-on bg-paper! text-on!" onClick={() => setAsking(true)}>
        {t('admit_other')}
      </Button>
      {isAsking && (
        <Dialog title={t('admit_other_title')} className="flex flex-col gap-5 p-5 text-text" onClose={() => setAsking(false)}>
          <p>
            {reason} {t('admit_other_hint')}
          </p>
          <div className="flex flex-col gap-3">
            <Button look="secondary" isWide onClick={() => setAsking(false)}>
              {t('admit_other_back')}
            </Button>
            <Button look="danger" isWide onClick={onAdmit}>
              {t('admit_other_confirm')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
