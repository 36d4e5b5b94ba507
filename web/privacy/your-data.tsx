import { lazy, Suspense, useState } from 'react';
import { type Language } from '#shared/constants.ts';
import { venueDay } from '#shared/dates.ts';
import { myDataFileName, myTicketsFileName } from '#shared/privacy/file-name.ts';
import { api } from '#web/lib/browser-api.ts';
import { errorText } from '#web/lib/error-text.ts';
import { FILE_TIMEOUT_MS } from '#web/lib/fetch-send.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const DeleteAccountDialog = lazy(() => import('./delete-account-dialog.tsx'));

type Account = { email: string; isEmailProved: boolean };

/** A copy of all data about the guest, and the deletion of the account. */
export function YourData({ email, isEmailProved }: Account) {
  const { t } = useTranslation(['common', 'accounts']);
  const [isAsking, setAsking] = useState(false);
  const { language } = useLanguage();
  const copy = useDownload(fetchMyData);
  const tickets = useDownload(() => fetchMyTickets(language, new Date()), t('accounts:your_data.no_tickets'));
  return (
    <section aria-labelledby="your-data" className="flex max-w-[62ch] flex-col gap-6">
      <FittedText as="h2" id="your-data" className="type-display-s">
        {t('accounts:your_data.title')}
      </FittedText>
      <div>
        <p>{t('accounts:your_data.copy_text')}</p>
        {!isEmailProved && <p className="mt-2">{t('accounts:your_data.copy_unproved')}</p>}
        <DownloadButton label={t('accounts:your_data.download')} download={copy} />
      </div>
      <div>
        <p>{t('accounts:your_data.tickets_text')}</p>
        <DownloadButton label={t('accounts:your_data.tickets')} download={tickets} />
      </div>
      <div className="border-t border-hairline pt-6">
        <p>{t('accounts:your_data.delete_text')}</p>
        <Button look="quiet" size="small" className="text-danger" onClick={() => setAsking(true)}>
          {t('accounts:your_data.delete')}
        </Button>
      </div>
      {isAsking && (
        <Suspense>
          <DeleteAccountDialog email={email} isEmailProved={isEmailProved} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </section>
  );
}

function DownloadButton({ label, download: { run, isPending, said } }: { label: string; download: Download }) {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <div>
      <Button look="quiet" size="small" isPending={isPending} pendingLabel={t('accounts:your_data.downloading')} onClick={() => void run()}>
        {label}
      </Button>
      <output className="block text-muted">{said}</output>
    </div>
  );
}

/** Fetches all data about the guest, for people and programs to read. */
async function fetchMyData(): Promise<OwnFile> {
  const copy = await api.privacy.myData({}, { timeoutMs: FILE_TIMEOUT_MS });
  const content = new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' });
  return { content, name: myDataFileName(venueDay(copy.madeAt)) };
}

/** Fetches all unused tickets as a PDF; undefined when there are none. */
async function fetchMyTickets(lang: Language, now: Date): Promise<OwnFile | undefined> {
  const tickets = await api.tickets.mine();
  if (tickets.every(({ isUsedTicket }) => isUsedTicket)) return undefined;
  return { content: await api.tickets.allPdf({ lang }, { timeoutMs: FILE_TIMEOUT_MS }), name: myTicketsFileName(venueDay(now)) };
}

type OwnFile = { content: unknown; name: string };
/** `said`: the announcement once the file is saved, or that there is none. */
type Download = { run(): Promise<void>; isPending: boolean; said: string };

/** Fetches a file about the guest and saves it. When there is nothing to save, `nothing` is shown. */
function useDownload(fetchFile: () => Promise<OwnFile | undefined>, nothing = ''): Download {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const [isPending, setPending] = useState(false);
  const [said, setSaid] = useState('');
  const run = async () => {
    setPending(true);
    setSaid('');
    try {
      const file = await fetchFile();
      if (file) saveFile(file.content, file.name);
      setSaid(file ? t('accounts:your_data.downloaded') : nothing);
    } catch (error) {
      toast.error(errorText(error, t));
    } finally {
      setPending(false);
    }
  };
  return { run, isPending, said };
}
