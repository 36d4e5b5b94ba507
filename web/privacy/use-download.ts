import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/lib/error-text.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/lib/toast.ts';

export type OwnFile = { content: unknown; name: string };
/** `said`: what to read out once the file is there, or that there is none. */
export type Download = { run(): Promise<void>; isPending: boolean; said: string };

/** Fetches a file about the guest and saves it. Nothing fetched: there is nothing to save, which `nothing` says. */
export function useDownload(fetchFile: () => Promise<OwnFile | undefined>, nothing = ''): Download {
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
