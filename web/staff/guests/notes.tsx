import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { GuestNoteInput } from '#shared/staff/forms.schemas.ts';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { NOTE_MAX } from '#shared/staff/limits.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/staff/parts/facts.tsx';
import { useStaffForm } from '#web/staff/parts/staff-form.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

type NotesProps = { guest: Pick<StaffGuestView, 'id' | 'notes'>; onDone(): void };

/** Notes of staff about a guest. A withdrawn note stays, marked. */
export function Notes({ guest: { id, notes }, onDone }: NotesProps) {
  const { t } = useTranslation(['common', 'staff-guests']);
  const withdraw = useCommand((noteId: number) => staffApi.guests.withdrawNote({ id, noteId }), {
    onSuccess: () => toast.success(t('staff-guests:notes.withdrawn_now')),
    onSettled: onDone,
  });
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
                <button type="button" onClick={() => withdraw.run(noteId)} className="link ms-3 min-h-6">
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

const NoteDraft = z.object({ text: z.string() });

function NoteForm({ id, onDone }: { id: number; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-guests', 'forms']);
  const form = useStaffForm({
    schema: GuestNoteInput,
    defaultValues: { text: '' },
    draft: { name: `guest-note-${id}`, schema: NoteDraft },
    send: (body, idempotencyKey) => staffApi.guests.addNote({ id, body }, { idempotencyKey }),
    onSent() {
      onDone();
      toast.success(t('staff-guests:notes.added'));
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <TextArea
        label={t('staff-guests:notes.new')}
        hint={t('staff-guests:notes.hint')}
        rows={3}
        maxLength={NOTE_MAX}
        {...form.control('text')}
      />
      <div>
        <Button type="submit" look="secondary" size="small" isPending={form.isPending} pendingLabel={t('staff-guests:saving')}>
          {t('staff-guests:notes.add')}
        </Button>
      </div>
    </form>
  );
}
