import { useState } from 'react';
import { dateText, timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import type { TransferOptions } from '#shared/tickets/transfers.contract.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useCall } from '#web/lib/use-call.ts';
import { transfers } from './transfer-api.ts';
import type { TicketEvent } from './own-tickets.ts';
import { TransferLink } from './transfer-link.tsx';
import { Resale } from './resale.tsx';

type TransferDialogProps = { id: number; event: TicketEvent | undefined; onName(name: string): void; onClose(): void };

/** This many digits distinguish the tickets of one guest. */
const DIGITS = 4;

/** The transfer options of a ticket before the event: name who comes, transfer it, list it for resale. */
export default function TransferDialog({ id, event, onName, onClose }: TransferDialogProps) {
  const { t } = useTranslation(['common', 'transfers', 'errors']);
  const { language } = useLanguage();
  const { data: view, state, error, reload, show: showView } = useLoad((signal) => transfers.show({ id }, { signal }), [id]);
  const show = (next: TransferOptions) => {
    showView(next);
    onName(next.holderName);
  };
  const refresh = () => void transfers.show({ id }).then(show, () => undefined);
  const title = event
    ? t('transfers:title_of', { name: eventName(event, language), digits: String(id).slice(-DIGITS) })
    : t('transfers:title', { id });
  return (
    <Dialog title={title} className="flex flex-col gap-8 p-6" onClose={onClose}>
      {view ? (
        <>
          {view.claim === 'bearer' && <NameForm view={view} show={show} />}
          {view.transfer.refusal !== 'not_offered' && <TransferLink view={view} show={show} refresh={refresh} />}
          {view.resale.refusal !== 'not_offered' && <Resale view={view} show={show} refresh={refresh} />}
          <Until until={view.until} />
        </>
      ) : state === 'failed' ? (
        <ErrorState message={serverMessage(error, t('transfers:failed'), t)} onRetry={reload} />
      ) : (
        <>
          <p className="sr-only">{t('transfers:loading')}</p>
          <Skeleton className="h-96 w-full" />
        </>
      )}
    </Dialog>
  );
}

function Until({ until }: Pick<TransferOptions, 'until'>) {
  const { t } = useTranslation(['common', 'transfers']);
  const { language } = useLanguage();
  return <p className="type-small text-muted">{t('transfers:until', { date: dateText(until, language, t), time: timeText(until) })}</p>;
}

function NameForm({ view, show }: { view: TransferOptions; show(view: TransferOptions): void }) {
  const { t } = useTranslation(['common', 'transfers', 'errors']);
  const [name, setName] = useState(view.holderName);
  const send = async () => {
    const next = await transfers.name({ id: view.id, body: { name } });
    show(next);
    setName(next.holderName);
    toast.success(t(next.holderName === '' ? 'transfers:name.removed' : 'transfers:name.saved'));
  };
  const save = useCall(send, { failed: t('transfers:name.failed') });
  return (
    <form
      noValidate
      method="dialog"
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.run();
      }}
    >
      <Field
        className="w-full"
        label={t('transfers:name.title')}
        hint={t('transfers:name.hint')}
        name="holder"
        autoComplete="off"
        maxLength={80}
        value={name}
        error={save.problem}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" look="secondary" size="small" isPending={save.isPending} pendingLabel={t('transfers:name.saving')}>
        {t('transfers:name.save')}
      </Button>
    </form>
  );
}
