import { useTranslation } from 'react-i18next';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';

type FileButtonProps = { label: string; name: string; ask(): Promise<unknown> };

/** Fetches a file with the token of whoever is signed in, and has the browser save it. */
export function FileButton({ label, name, ask }: FileButtonProps) {
  const { t } = useTranslation('staff-orders');
  const { isBusy, run } = useCommand();
  const save = () => run(async () => saveFile(await ask(), name));
  return (
    <Button look="secondary" size="small" isPending={isBusy} pendingLabel={t('files.pending')} onClick={() => void save()}>
      {label}
    </Button>
  );
}
