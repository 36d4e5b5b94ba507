import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PromotersView, PromoterView } from '#shared/staff/promoters.contract.ts';
import { FILE_TIMEOUT_MS } from '#web/lib/fetch-send.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { OnlyWith } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { LinkDialog } from '#web/staff/components/link-dialog.tsx';
import { FileButton } from './order-parts.tsx';
import { PromotedEvents } from './promoted-events.tsx';
import { PromoterDialog } from './promoter-dialog.tsx';
import { PromotersTable } from './promoters-table.tsx';

const queryKey = ['promoters'];

type Click = { kind: 'new' } | { kind: 'change' | 'link' | 'events'; id: number };

/** Promoters: attributed sales, their pay, and the commands that make, change and end them. */
export default function Promoters() {
  const { t } = useTranslation(['common', 'staff-promoters', 'staff-orders', 'staff']);
  const { language: lang } = useLanguage();
  const client = useQueryClient();
  const [opened, setOpened] = useState<Click>();
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => staffApi.staffPromoters.list({}, { signal }) });
  const reload = () => void refetch();
  const show = (view: PromotersView) => client.setQueryData(queryKey, view);
  const reopen = useCommand(({ id }: PromoterView) => staffApi.staffPromoters.reopen({ id }), { onSuccess: show, onSettled: reload });
  const end = useCommand(({ id }: PromoterView) => staffApi.staffPromoters.end({ id }), {
    onSuccess(view, promoter) {
      show(view);
      toast.success(t('staff-promoters:ended', { name: promoter.name }), {
        label: t('staff:undo'),
        run: () => reopen.run(promoter),
      });
    },
    onSettled: reload,
  });
  const close = () => setOpened(undefined);
  const chosen = opened && opened.kind !== 'new' ? data?.items.find(({ id }) => id === opened.id) : undefined;
  return (
    <>
      <SectionTitle
        end={
          <>
            <FileButton
              label={t('staff:download_csv')}
              name="promoters.csv"
              fetchFile={() => staffApi.staffPromoters.file({ lang }, { timeoutMs: FILE_TIMEOUT_MS })}
            />
            <OnlyWith right="events.edit">
              <Button size="small" onClick={() => setOpened({ kind: 'new' })}>
                {t('staff-promoters:add')}
              </Button>
            </OnlyWith>
          </>
        }
      >
        {t('staff:nav.promoters')}
      </SectionTitle>
      <p className="mb-4 text-muted">{t('staff-promoters:about')}</p>
      {!data && <NotLoaded error={error} box="h-60" onRetry={reload} />}
      {data?.items.length === 0 && <p>{t('staff-promoters:none')}</p>}
      {data && data.items.length > 0 && (
        <PromotersTable promoters={data.items} onOpen={(kind, { id }) => setOpened({ kind, id })} onEnd={end.run} onReopen={reopen.run} />
      )}
      {(opened?.kind === 'new' || (chosen && opened?.kind === 'change')) && (
        <PromoterDialog latest={chosen} show={show} reload={reload} onClose={close} />
      )}
      {chosen && opened?.kind === 'link' && <PromoterLinkDialog promoter={chosen} show={show} reload={reload} onClose={close} />}
      {chosen && opened?.kind === 'events' && <PromotedEvents promoter={chosen} onClose={close} />}
    </>
  );
}

type PromoterLinkDialogProps = { promoter: PromoterView; show(view: PromotersView): void; reload(): void; onClose(): void };

/** The link of the page on which a promoter reads their own figures. */
function PromoterLinkDialog({ promoter: { id, name, linkMadeAt }, show, reload, onClose }: PromoterLinkDialogProps) {
  const { t } = useTranslation(['staff-promoters', 'staff']);
  return (
    <LinkDialog
      title={t('staff:do_with', { what: t('page'), name })}
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
