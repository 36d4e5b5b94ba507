import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { ageOn, fullName } from '#shared/accounts/account-rules.ts';
import { moneyText } from '#shared/money.ts';
import { GuestNoteInput, NOTE_MAX } from '#shared/staff/guests.schemas.ts';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useNow } from '#web/lib/now.tsx';
import { toast } from '#web/lib/toast.ts';
import { EntryList } from '#web/staff/audit/entries.tsx';
import { SubmitButton } from '#web/staff/components/command-button.tsx';
import { Facts, Figures, Moment } from '#web/staff/components/data-table.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { TextArea } from '#web/ui/fields.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { BanBox } from './ban.tsx';
import { GuestEmail } from './guest-email.tsx';
import { countryText, SocialLink, StatusText } from './guest-facts.tsx';
import { OrderRows, ScanRows, SignInRows } from './guest-tables.tsx';
import { PersonalNumber } from './personal-number.tsx';
import { StatusForm } from './status-form.tsx';

/** Everything that staff may know about a guest, and the commands on the account. `onChange`: a command may have changed the row. */
export default function Guest({ id, onChange }: { id: number; onChange(): void }) {
  const { t } = useTranslation(['common', 'staff-guests', 'errors', 'staff']);
  const query = useQuery({ queryKey: ['guest', id], queryFn: ({ signal }) => staffApi.guests.get({ id }, { signal }) });
  const { data: guest, error } = query;
  const reload = () => {
    void query.refetch();
    onChange();
  };
  return (
    <>
      <SectionTitle end={guest?.mayDecide && <BanBox guest={guest} onDone={reload} />}>
        {guest ? fullName(guest) : t('staff:guest')}
      </SectionTitle>
      {error && <ErrorState message={errorText(error, t)} onRetry={reload} />}
      {query.isPending && <Skeleton className="h-96 w-full" />}
      {guest && <Whole guest={guest} isBusy={query.isFetching} onDone={reload} />}
    </>
  );
}

function Whole({ guest, isBusy, onDone }: { guest: StaffGuestView; isBusy: boolean; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-guests', 'staff', 'staff-audit']);
  return (
    <div aria-busy={isBusy || undefined} className="flex flex-col gap-7">
      <Figures
        figures={[
          { label: t('staff-guests:purchases'), value: String(guest.purchases) },
          { label: t('staff-guests:spent'), value: moneyText(guest.spent) },
          { label: t('staff-guests:visits'), value: String(guest.visits) },
          { label: t('staff-guests:sessions'), value: String(guest.sessions) },
        ]}
      />
      <div className="flex flex-col gap-7">
        <Person guest={guest} onDone={onDone} />
        {guest.mayDecide ? (
          <StatusForm key={guest.status} guest={guest} onDone={onDone} />
        ) : (
          <p className="text-muted">{t('staff-guests:not_yours')}</p>
        )}
      </div>
      <OrderRows orders={guest.orders} />
      <ScanRows scans={guest.scans} />
      {guest.signIns && <SignInRows signIns={guest.signIns} />}
      <Notes guest={guest} onDone={onDone} />
      <div>
        <h2 className="mb-2 text-[1.25rem] leading-7 font-bold">{t('staff:nav.activity')}</h2>
        <EntryList entries={guest.history} empty={t('staff-audit:empty')} />
      </div>
    </div>
  );
}

function Person({ guest, onDone }: { guest: StaffGuestView; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-guests', 'accounts', 'staff']);
  const { birthdate } = guest;
  const age = ageOn(birthdate, useNow());
  return (
    <div>
      <h2 className="text-[1.25rem] leading-7 font-bold">{t('staff-guests:person')}</h2>
      <Facts
        facts={[
          [t('staff:status'), <StatusText key="status" {...guest} />],
          [
            t('staff-guests:social'),
            <SocialLink
              key="social"
              link={guest.socialMediaProfileLink}
              platform={guest.socialMediaPlatform}
              username={guest.socialMediaUsername}
            />,
          ],
          [t('staff-guests:email'), <GuestEmail key="email" guest={guest} onDone={onDone} />],
          [t('staff-guests:phone'), guest.phoneNumber],
          [
            t('accounts:fields.birthdate'),
            birthdate ? (
              <span key="birthdate">
                <DateText at={birthdate} /> · {t('staff-guests:age', { age })}
              </span>
            ) : (
              t('staff-guests:unknown')
            ),
          ],
          [t('accounts:fields.personal_number'), <PersonalNumber key="number" guest={guest} onDone={onDone} />],
          [t('accounts:fields.country'), countryText(guest.country, t)],
          [t('language'), t(`languages.${guest.language}`)],
          [t('staff-guests:registered'), <DateText key="since" at={guest.createdAt} />],
        ]}
      />
    </div>
  );
}

type NotesProps = { guest: Pick<StaffGuestView, 'id' | 'notes' | 'mayDecide'>; onDone(): void };

/** Staff notes about a guest. A withdrawn note is still shown, marked. */
function Notes({ guest: { id, notes, mayDecide }, onDone }: NotesProps) {
  const { t } = useTranslation(['common', 'staff-guests']);
  const withdraw = useCommand((noteId: number) => staffApi.guests.withdrawNote({ id, noteId }), {
    onSuccess: () => toast.success(t('staff-guests:notes.withdrawn_now')),
    onSettled: onDone,
  });
  return (
    <div>
      <h2 className="mb-2 text-[1.25rem] leading-7 font-bold">{t('staff-guests:notes.title')}</h2>
      <ul className="mb-5 border-t border-hairline">
        {notes.map(({ id: noteId, text, author, createdAt, withdrawnAt }) => (
          <li key={noteId} className="border-b border-hairline py-2">
            <p className="whitespace-pre-line wrap-anywhere">{withdrawnAt === null ? text : <s>{text}</s>}</p>
            <p className="text-muted">
              {author} · <Moment at={createdAt} />
              {withdrawnAt !== null && ` · ${t('staff-guests:notes.withdrawn')}`}
              {withdrawnAt === null && mayDecide && (
                <button type="button" onClick={() => withdraw.run(noteId)} className="link ms-3 min-h-6">
                  {t('staff-guests:notes.withdraw')}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {mayDecide && <NoteForm id={id} onDone={onDone} />}
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
      <Kept {...form} />
      <TextArea
        label={t('staff-guests:notes.new')}
        hint={t('staff-guests:notes.hint')}
        rows={3}
        maxLength={NOTE_MAX}
        {...form.control('text')}
      />
      <div>
        <SubmitButton look="secondary" size="small" form={form}>
          {t('staff-guests:notes.add')}
        </SubmitButton>
      </div>
    </form>
  );
}
