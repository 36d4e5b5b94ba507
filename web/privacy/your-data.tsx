import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { fetchMyData, fetchMyTickets } from './own-files.ts';
import { useDownload, type Download } from './use-download.ts';

/** A copy of everything we have about the guest, and the way out. */
export function YourData({ email }: { email: string }) {
  const { t } = useTranslation(['common', 'accounts']);
  const [isAsking, setAsking] = useState(false);
  const { language } = useLanguage();
  const copy = useDownload(fetchMyData);
  const tickets = useDownload(() => fetchMyTickets(language, new Date()), t('accounts:your_data.no_tickets'));
  return (
    <section aria-labelledby="your-data" className="flex max-w-[62ch] flex-col gap-6">
      <h2 id="your-data" className="type-display-s">
        {t('accounts:your_data.title')}
      </h2>
      <p>{t('accounts:your_data.copy_text')}</p>
      <DownloadButton label={t('accounts:your_data.download')} download={copy} />
      <p>{t('accounts:your_data.tickets_text')}</p>
      <DownloadButton label={t('accounts:your_data.tickets')} download={tickets} />
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

function DownloadButton({ label, download: { run, isPending, said } }: { label: string; download: Download }) {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <Button look="secondary" isPending={isPending} pendingLabel={t('accounts:your_data.downloading')} onClick={() => void run()}>
        {label}
      </Button>
      <output className="text-muted">{said}</output>
    </div>
  );
}
