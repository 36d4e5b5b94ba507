import type { PromotersView, PromoterView } from '#shared/staff/promoters.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { LinkDialog } from '#web/staff/parts/link-dialog.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

type PromoterLinkDialogProps = { promoter: PromoterView; show(view: PromotersView): void; reload(): void; onClose(): void };

/** The link of the page on which a promoter reads the own figures. */
export function PromoterLinkDialog({ promoter: { id, name, linkMadeAt }, show, reload, onClose }: PromoterLinkDialogProps) {
  const { t } = useTranslation('staff-promoters');
  return (
    <LinkDialog
      title={t('page_of', { name })}
      about={t('page_about')}
      madeAt={linkMadeAt}
      make={async () => {
        const { url, ...view } = await staffApi.staffPromoters.makeLink({ id });
        show(view);
        return url;
      }}
      end={async () => {
        show(await staffApi.staffPromoters.endLink({ id }));
        toast.success(t('page_ended', { name }));
        onClose();
      }}
      onSettled={reload}
      onClose={onClose}
    />
  );
}
