import { useState } from 'react';
import { dateText, timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import type { HandoverView } from '#shared/tickets/handover.contract.ts';
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
import { handover } from './handover-api.ts';
import type { TicketEvent } from './own-tickets.ts';
import { PassOn } from './pass-on.tsx';
import { PutBack } from './put-back.tsx';

type HandoverDialogProps = { id: number; event: TicketEvent | undefined; onName(name: string): void; onClose(): void };

/** So many digits tell the tickets of one guest apart. */
const DIGITS = 4;

/** What the owner of a ticket may do with it before the night: name who comes, pass it on, put it back. */
export default function HandoverDialog({ id, event, onName, onClose }: HandoverDialogProps) {
  const { t } = useTranslation(['common', 'handover', 'errors']);
  const { language } = useLanguage();
  const { data: view, state, error, reload, show: keep } = useLoad((signal) => handover.show({ id }, { signal }), [id]);
  const show = (next: HandoverView) => {
    keep(next);
    onName(next.holderName);
  };
  const refresh = () => void handover.show({ id }).then(show, () => undefined);
  const title = event
    ? t('handover:title_of', { name: eventName(event, language), digits: String(id).slice(-DIGITS) })
    : t('handover:title', { id });
  return (
    <Dialog title={title} className="flex flex-col gap-8 p-6" onClose={onClose}>
      {view ? (
        <>
          <NameForm view={view} show={show} />
          {view.passOn.refusal !== 'not_offered' && <PassOn view={view} show={show} refresh={refresh} />}
          {view.resale.refusal !== 'not_offered' && <PutBack view={view} show={show} refresh={refresh} />}
          <Until until={view.until} />
        </>
      ) : state === 'failed' ? (
        <ErrorState message={serverMessage(error, t('handover:failed'), t)} onRetry={reload} />
      ) : (
        <>
          <p className="sr-only">{t('handover:loading')}</p>
          <Skeleton className="h-96 w-full" />
        </>
      )}
    </Dialog>
  );
}

function Until({ until }: Pick<HandoverView, 'until'>) {
  const { t } = useTranslation(['common', 'handover']);
  const { language } = useLanguage();
  return <p className="type-small text-muted">{t('handover:until', { date: dateText(until, language, t), time: timeText(until) })}</p>;
}

function NameForm({ view, show }: { view: HandoverView; show(view: HandoverView): void }) {
  const { t } = useTranslation(['common', 'handover', 'errors']);
  const [name, setName] = useState(view.holderName);
  const send = async () => {
    const next = await handover.name({ id: view.id, body: { name } });
    show(next);
    setName(next.holderName);
    toast.success(t(next.holderName === '' ? 'handover:name.removed' : 'handover:name.saved'));
  };
  const save = useCall(send, { failed: t('handover:name.failed') });
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
        label={t('handover:name.title')}
        hint={t('handover:name.hint')}
        name="holder"
        autoComplete="off"
        maxLength={80}
        value={name}
        error={save.problem}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" look="secondary" size="small" isPending={save.isPending} pendingLabel={t('handover:name.saving')}>
        {t('handover:name.save')}
      </Button>
    </form>
  );
}
