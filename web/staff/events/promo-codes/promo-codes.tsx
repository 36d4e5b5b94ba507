import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodeView, EventPromoCodesView } from '#shared/staff/promo-codes.contract.ts';
import type { EventTicketTypesView } from '#shared/staff/ticket-types.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { PromoCodeDialog } from './promo-code-dialog.tsx';
import { PromoCodesTable } from './promo-codes-table.tsx';
import { NewPromoCodesDialog } from './new-promo-codes-dialog.tsx';

const REFETCH_MS = 10_000;

/** The codes of an event: what each opens, its use, and the commands that make, change and end them. */
export function Codes({ event }: { event: EventTicketTypesView }) {
  const { t } = useTranslation(['common', 'staff-promo-codes', 'staff']);
  const client = useQueryClient();
  const [opened, setOpened] = useState<CodeView | 'new'>();
  const queryKey = ['codes', event.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => staffApi.staffPromoCodes.list({ id: event.id }, { signal }),
    refetchInterval: REFETCH_MS,
  });
  const reload = () => void refetch();
  const show = (codes: EventPromoCodesView) => client.setQueryData(queryKey, codes);
  const reopen = useCommand(({ id }: CodeView) => staffApi.staffPromoCodes.reopen({ id }), {
    onSuccess(codes, { code }) {
      show(codes);
      toast.success(t('staff-promo-codes:reopened', { code }));
    },
    onSettled: reload,
  });
  const end = useCommand(({ id }: CodeView) => staffApi.staffPromoCodes.end({ id }), {
    onSuccess(codes, code) {
      show(codes);
      toast.success(t('staff-promo-codes:ended', { code: code.code }), { label: t('staff:undo'), run: () => reopen.run(code) });
    },
    onSettled: reload,
  });
  const hidden = event.ticketTypes.filter(({ isHidden }) => isHidden);
  const isOver = data !== undefined && new Date(data.at) >= new Date(event.endsAt);
  const close = () => setOpened(undefined);
  return (
    <div className="mt-10 flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="font-bold">{t('staff-promo-codes:title')}</h2>
        {!isOver && hidden.length > 0 && (
          <Button look="secondary" size="small" onClick={() => setOpened('new')}>
            {t('staff-promo-codes:add')}
          </Button>
        )}
      </div>
      <p className="max-w-[80ch] text-muted">{t('staff-promo-codes:about')}</p>
      {hidden.length === 0 && <p className="max-w-[80ch]">{t('staff-promo-codes:no_type')}</p>}
      {!data && <NotLoaded error={error} box="h-24" onRetry={reload} />}
      {data && hidden.length > 0 && data.codes.length === 0 && <p>{t('staff-promo-codes:none')}</p>}
      {data && data.codes.length > 0 && (
        <PromoCodesTable view={data} isOver={isOver} onEdit={setOpened} onEnd={end.run} onReopen={reopen.run} />
      )}
      {opened === 'new' && <NewPromoCodesDialog event={event} hidden={hidden} show={show} reload={reload} onClose={close} />}
      {opened && opened !== 'new' && (
        <PromoCodeDialog
          key={opened.id}
          edited={opened}
          latest={data?.codes.find(({ id }) => id === opened.id)}
          show={show}
          reload={reload}
          onClose={close}
        />
      )}
    </div>
  );
}
