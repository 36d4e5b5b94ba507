import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type ManualEntryProps = { onSend(ticketId: number): void; onClose(): void };

/** Takes a ticket number by hand, for a code that the camera cannot read. */
export function ManualEntry({ onSend, onClose }: ManualEntryProps) {
  const { t } = useTranslation(['common', 'door']);
  const [typed, setTyped] = useState('');
  const [isJudged, setJudged] = useState(false);
  const ticketId = idOf(typed);
  const field = useRef<HTMLInputElement>(null);
  // By default a dialog focuses its first control, which is the close button.
  useEffect(() => field.current?.focus(), []);

  const send = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (ticketId !== undefined) onSend(ticketId);
  };
  return (
    <Dialog title={t('door:manual_title')} className="flex flex-col gap-5 p-5" onClose={onClose}>
      <p className="type-meta text-muted">{t('door:manual_hint')}</p>
      <form noValidate onSubmit={send} className="flex flex-col gap-5">
        <Field
          ref={field}
          label={t('door:ticket_id')}
          error={isJudged && ticketId === undefined ? t('door:id_invalid') : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" isWide>
          {t('door:manual_send')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Returns the ticket id from a typed number, which may have spaces between its digits. */
function idOf(text: string): number | undefined {
  const digits = text.replaceAll(/\s/g, '');
  const id = /^\d{1,16}$/.test(digits) ? Number(digits) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
