import type { Language } from '#shared/constants.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { useCommand } from './use-command.ts';

/** Fetches a file with the token of the signed-in user, and lets the browser save it. */
export function useFileCommand<Input = void>(name: string, fetchFile: (input: Input) => Promise<unknown>) {
  const { t } = useTranslation('staff-orders');
  return useCommand(fetchFile, {
    onSuccess(file) {
      saveFile(file, name);
      toast.success(t('files.saved', { name }));
    },
  });
}

/** Chosen rows as a file in the language of the page. */
export function useExport(name: string, fetchFile: (body: { ids: number[]; lang: Language }) => Promise<unknown>): (ids: number[]) => void {
  const { language: lang } = useLanguage();
  return useFileCommand(name, (ids: number[]) => fetchFile({ ids, lang })).run;
}
