import type { DoorListView } from '#shared/staff/lists.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { LinkDialog } from '#web/staff/parts/link-dialog.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import type { ListChange } from './list-form.ts';

type ListLinkDialogProps = ListChange & { list: DoorListView; onClose(): void };

/** The link with which the owner of a list writes names. */
export function ListLinkDialog({ list: { id, name, linkMadeAt }, show, reload, onClose }: ListLinkDialogProps) {
  const { t } = useTranslation('staff-lists');
  return (
    <LinkDialog
      title={t('link.of', { name })}
      about={t('link.about')}
      madeAt={linkMadeAt}
      make={async () => {
        const { url, ...lists } = await staffApi.staffLists.makeLink({ id });
        show(lists);
        return url;
      }}
      end={async () => {
        show(await staffApi.staffLists.endLink({ id }));
        toast.success(t('link.ended', { name }));
        onClose();
      }}
      onSettled={reload}
      onClose={onClose}
    />
  );
}
