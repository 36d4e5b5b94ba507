import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { venueDay } from '#shared/dates.ts';
import { myDataFileName } from '#shared/privacy/file-name.ts';
import { api } from '#web/lib/browser-api.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';

/** Fetches the copy with the guest's session and saves it as a file. `said`: what to read out once it is there. */
export function useMyData(): { download(): Promise<void>; isPending: boolean; said: string } {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const [isPending, setPending] = useState(false);
  const [said, setSaid] = useState('');
  const download = async () => {
    setPending(true);
    setSaid('');
    try {
      const copy = await api.privacy.myData();
      saveFile(myDataFileName(venueDay(copy.madeAt)), JSON.stringify(copy, null, 2));
      setSaid(t('accounts:your_data.downloaded'));
    } catch (error) {
      toast.error(errorText(error, t));
    } finally {
      setPending(false);
    }
  };
  return { download, isPending, said };
}

/** Browsers may read the address after the click is over. */
const KEPT_MS = 60_000;

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
