import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

type ManualEntryProps = { onSend(ids: { userId: number; ticketId: number }): void; onClose(): void };

/** Both ids by hand, for a code no camera can read. */
export function ManualEntry({ onSend, onClose }: ManualEntryProps) {
  const { t } = useTranslation(['common', 'door']);
  const [typed, setTyped] = useState({ userId: '', ticketId: '' });
  const [isJudged, setJudged] = useState(false);
  const userId = idOf(typed.userId);
  const ticketId = idOf(typed.ticketId);
  const errorFor = (id: number | undefined) => (isJudged && id === undefined ? t('door:id_invalid') : undefined);

  const send = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (userId !== undefined && ticketId !== undefined) onSend({ userId, ticketId });
  };
  return (
    <Dialog title={t('door:manual_title')} className="flex flex-col gap-5 p-5" onClose={onClose}>
      <p className="type-meta text-muted">{t('door:manual_hint')}</p>
      <form noValidate onSubmit={send} className="flex flex-col gap-5">
        <Field
          label={t('door:user_id')}
          error={errorFor(userId)}
          inputMode="numeric"
          autoComplete="off"
          value={typed.userId}
          onChange={(event) => setTyped({ ...typed, userId: event.target.value })}
        />
        <Field
          label={t('door:ticket_id')}
          error={errorFor(ticketId)}
          inputMode="numeric"
          autoComplete="off"
          value={typed.ticketId}
          onChange={(event) => setTyped({ ...typed, ticketId: event.target.value })}
        />
        <Button type="submit" isWide>
          {t('door:manual_send')}
        </Button>
      </form>
    </Dialog>
  );
}

function idOf(text: string): number | undefined {
  const id = /^\d{1,16}$/.test(text.trim()) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
