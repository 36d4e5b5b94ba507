import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useCopy } from './copy-text.ts';
import { Moment } from './data-table.tsx';
import { useCommand } from './use-command.ts';

type LinkDialogProps = {
  title: string;
  about: string;
  /** When the present link was made; null without a link. */
  madeAt: string | null;
  make(): Promise<string>;
  end(): Promise<void>;
  onSettled(): void;
  onClose(): void;
};

/** A secret link for a person without an account: made, shown once, replaced, or ended. */
export function LinkDialog({ title, about, madeAt, make, end, onSettled, onClose }: LinkDialogProps) {
  const { t } = useTranslation(['common', 'staff']);
  const copy = useCopy();
  const [url, setUrl] = useState<string>();
  const making = useCommand(make, { onSuccess: setUrl, onSettled });
  const ending = useCommand(end, { onSettled });
  return (
    <Dialog title={title} className="flex flex-col gap-5 p-6" onClose={onClose}>
      <p>{about}</p>
      {url !== undefined && (
        <>
          <Field label={t('staff:link.url')} hint={t('staff:link.once')} readOnly value={url} onFocus={({ target }) => target.select()} />
          <Button size="small" className="self-start" onClick={() => copy(url)}>
            {t('staff:link.copy')}
          </Button>
        </>
      )}
      {url === undefined && madeAt !== null && (
        <p className="text-muted">
          {t('staff:link.made')} <Moment at={madeAt} />. {t('staff:link.replaces')}
        </p>
      )}
      <div className="flex flex-wrap gap-4">
        <CommandButton look={url === undefined ? 'primary' : 'secondary'} size="small" command={making}>
          {t(madeAt === null ? 'staff:link.make' : 'staff:link.renew')}
        </CommandButton>
        {madeAt !== null && (
          <CommandButton look="danger" size="small" command={ending}>
            {t('staff:link.end')}
          </CommandButton>
        )}
        <Button look="secondary" size="small" onClick={onClose}>
          {t('staff:link.done')}
        </Button>
      </div>
    </Dialog>
  );
}
