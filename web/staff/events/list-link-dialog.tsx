import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DoorListView } from '#shared/staff/lists.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useCopy } from '#web/staff/parts/copy-text.ts';
import { Moment } from '#web/staff/parts/data-table.tsx';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields.tsx';
import type { ListChange } from './list-form.tsx';

type ListLinkDialogProps = ListChange & { list: DoorListView; onClose(): void };

/** The link with which the owner of a list writes names: made, shown once, replaced, or ended. */
export function ListLinkDialog({ list, show, reload, onClose }: ListLinkDialogProps) {
  const { t } = useTranslation(['common', 'staff-lists']);
  const copy = useCopy();
  const [url, setUrl] = useState<string>();
  const { id, name, linkMadeAt } = list;
  const make = useCommand(() => staffApi.staffLists.makeLink({ id }), {
    onSuccess({ url: made, ...lists }) {
      show(lists);
      setUrl(made);
    },
    onSettled: reload,
  });
  const end = useCommand(() => staffApi.staffLists.endLink({ id }), {
    onSuccess(lists) {
      show(lists);
      setUrl(undefined);
      toast.success(t('staff-lists:link.ended', { name }));
      onClose();
    },
    onSettled: reload,
  });
  return (
    <Dialog title={t('staff-lists:link.of', { name })} className="flex flex-col gap-5 p-6" onClose={onClose}>
      <p>{t('staff-lists:link.about')}</p>
      {url !== undefined && (
        <>
          <Field
            label={t('staff-lists:link.url')}
            hint={t('staff-lists:link.once')}
            readOnly
            value={url}
            onFocus={({ target }) => target.select()}
          />
          <Button size="small" className="self-start" onClick={() => copy(url)}>
            {t('staff-lists:link.copy')}
          </Button>
        </>
      )}
      {url === undefined && linkMadeAt !== null && (
        <p className="text-muted">
          {t('staff-lists:link.made')} <Moment at={linkMadeAt} />. {t('staff-lists:link.replaces')}
        </p>
      )}
      <div className="flex flex-wrap gap-4">
        <Button
          look={url === undefined ? 'primary' : 'secondary'}
          size="small"
          isPending={make.isPending}
          pendingLabel={t('loading')}
          onClick={() => make.run()}
        >
          {t(linkMadeAt === null ? 'staff-lists:link.make' : 'staff-lists:link.renew')}
        </Button>
        {linkMadeAt !== null && (
          <Button look="danger" size="small" isPending={end.isPending} pendingLabel={t('loading')} onClick={() => end.run()}>
            {t('staff-lists:link.end')}
          </Button>
        )}
        <Button look="secondary" size="small" onClick={onClose}>
          {t('staff-lists:link.done')}
        </Button>
      </div>
    </Dialog>
  );
}
