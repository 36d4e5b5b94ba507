import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { NOTE_MAX } from '#shared/staff/limits.ts';
import { toast } from '#web/lib/toast.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { Moment } from '#web/staff/parts/facts.tsx';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

type NotesProps = { guest: Pick<StaffGuestView, 'id' | 'notes'>; onDone(): void };

/** What staff want each other to know of a guest. A withdrawn note stays, marked. */
export function Notes({ guest: { id, notes }, onDone }: NotesProps) {
  const { t } = useTranslation(['common', 'staff-guests']);
  const { run } = useCommand();
  const withdraw = async (noteId: number) => {
    const isDone = await run(async () => void (await staffApi.guests.withdrawNote({ id, noteId })));
    onDone();
    if (isDone) toast.success(t('staff-guests:notes.withdrawn_now'));
  };
  return (
    <div>
      <h2 className="mb-2 font-bold">{t('staff-guests:notes.title')}</h2>
      <ul className="mb-5 border-t border-hairline">
        {notes.map(({ id: noteId, text, author, createdAt, withdrawnAt }) => (
          <li key={noteId} className="border-b border-hairline py-2">
            <p className="whitespace-pre-line wrap-anywhere">{withdrawnAt === null ? text : <s>{text}</s>}</p>
            <p className="text-muted">
              {author} · <Moment at={createdAt} />
              {withdrawnAt !== null && ` · ${t('staff-guests:notes.withdrawn')}`}
              {withdrawnAt === null && (
                <button type="button" onClick={() => void withdraw(noteId)} className="link ms-3 min-h-6">
                  {t('staff-guests:notes.withdraw')}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
      <NoteForm id={id} onDone={onDone} />
    </div>
  );
}

function NoteForm({ id, onDone }: { id: number; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-guests', 'forms']);
  const [{ text }, change, forget] = useDraft(`guest-note-${id}`, { text: '' });
  const { isBusy, wrong, run } = useCommand();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await run(async (idempotencyKey) => void (await staffApi.guests.addNote({ id, body: { text } }, { idempotencyKey })));
    if (!isDone) return;
    forget();
    onDone();
    toast.success(t('staff-guests:notes.added'));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextArea
        label={t('staff-guests:notes.new')}
        hint={t('staff-guests:notes.hint')}
        rows={3}
        value={text}
        maxLength={NOTE_MAX}
        error={wrong['text'] && validationText(wrong['text'], t)}
        onChange={({ target }) => change({ text: target.value })}
      />
      <div>
        <Button type="submit" look="secondary" size="small" isPending={isBusy} pendingLabel={t('staff-guests:saving')}>
          {t('staff-guests:notes.add')}
        </Button>
      </div>
    </form>
  );
}
