import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useMyData } from './use-my-data.ts';

/** A copy of everything we have about the guest, and the way out. */
export function YourData({ email }: { email: string }) {
  const { t } = useTranslation(['common', 'accounts']);
  const [isAsking, setAsking] = useState(false);
  const { download, isPending, said } = useMyData();
  return (
    <section aria-labelledby="your-data" className="flex max-w-[62ch] flex-col gap-6">
      <h2 id="your-data" className="type-display-s">
        {t('accounts:your_data.title')}
      </h2>
      <p>{t('accounts:your_data.copy_text')}</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button look="secondary" isPending={isPending} pendingLabel={t('accounts:your_data.downloading')} onClick={() => void download()}>
          {t('accounts:your_data.download')}
        </Button>
        <output className="text-muted">{said}</output>
      </div>
      <p>{t('accounts:your_data.delete_text')}</p>
      <div>
        <Button look="secondary" onClick={() => setAsking(true)}>
          {t('accounts:your_data.delete')}
        </Button>
      </div>
      {isAsking && <DeleteAccountDialog email={email} onClose={() => setAsking(false)} />}
    </section>
  );
}
