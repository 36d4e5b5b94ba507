import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodeView, EventCodesView } from '#shared/staff/codes.contract.ts';
import type { EventTicketTypesView } from '#shared/staff/ticket-types.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { CodesTable } from './codes-table.tsx';
import { NewCodesDialog } from './new-codes-dialog.tsx';

const REFETCH_MS = 10_000;

/** The codes of an event: what each opens, how often it is used, and the commands that make, change and end them. */
export function Codes({ event }: { event: EventTicketTypesView }) {
  const { t } = useTranslation(['common', 'errors', 'staff-codes']);
  const client = useQueryClient();
  const [opened, setOpened] = useState<CodeView | 'new'>();
  const queryKey = ['codes', event.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => staffApi.staffCodes.list({ id: event.id }, { signal }),
    refetchInterval: REFETCH_MS,
  });
  const reload = () => void refetch();
  const show = (codes: EventCodesView) => client.setQueryData(queryKey, codes);
  const reopen = useCommand(({ id }: CodeView) => staffApi.staffCodes.reopen({ id }), {
    onSuccess(codes, { code }) {
      show(codes);
      toast.success(t('staff-codes:reopened', { code }));
    },
    onSettled: reload,
  });
  const end = useCommand(({ id }: CodeView) => staffApi.staffCodes.end({ id }), {
    onSuccess(codes, code) {
      show(codes);
      toast.success(t('staff-codes:ended', { code: code.code }), { label: t('staff-codes:undo'), run: () => reopen.run(code) });
    },
    onSettled: reload,
  });
  const hidden = event.ticketTypes.filter(({ isHidden }) => isHidden);
  const isOver = data !== undefined && data.at >= event.endsAt;
  const close = () => setOpened(undefined);
  return (
    <div className="mt-10 flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="font-bold">{t('staff-codes:title')}</h2>
        {!isOver && hidden.length > 0 && (
          <Button look="secondary" size="small" onClick={() => setOpened('new')}>
            {t('staff-codes:add')}
          </Button>
        )}
      </div>
      <p className="max-w-[80ch] text-muted">{t('staff-codes:about')}</p>
      {hidden.length === 0 && <p className="max-w-[80ch]">{t('staff-codes:no_type')}</p>}
      {!data && (error ? <ErrorState message={errorText(error, t)} onRetry={reload} /> : <Skeleton className="h-24 w-full" />)}
      {data && hidden.length > 0 && data.codes.length === 0 && <p>{t('staff-codes:none')}</p>}
      {data && data.codes.length > 0 && <CodesTable view={data} isOver={isOver} onEdit={setOpened} onEnd={end.run} onReopen={reopen.run} />}
      {opened === 'new' && <NewCodesDialog event={event} hidden={hidden} show={show} reload={reload} onClose={close} />}
      {opened && opened !== 'new' && (
        <CodeDialog
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
