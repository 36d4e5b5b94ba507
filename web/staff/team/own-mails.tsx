import { useQuery } from '@tanstack/react-query';
import type { OwnMailsView } from '#shared/staff/own-mails.contract.ts';
import { OwnMailsInput, WAITING_MAILS } from '#shared/staff/own-mails.schemas.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffForm } from '#web/staff/parts/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Select } from '#web/ui/fields.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** Which mails about the club the user gets, as far as the roles allow any. */
export default function OwnMails() {
  const { t } = useTranslation(['common', 'staff-team', 'errors']);
  const { data, error, refetch } = useQuery({ queryKey: ['own-mails'], queryFn: ({ signal }) => staffApi.ownMails.get({}, { signal }) });
  return (
    <>
      <SectionTitle>{t('staff-team:own_mails.title')}</SectionTitle>
      {!data && error && <ErrorState message={errorText(error, t)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-72 w-full" />}
      {data && <ChoiceForm view={data} />}
    </>
  );
}

function ChoiceForm({ view: { offered, address, ...choices } }: { view: OwnMailsView }) {
  const { t } = useTranslation(['common', 'staff-team', 'forms', 'errors']);
  const form = useStaffForm({
    schema: OwnMailsInput,
    defaultValues: choices,
    send: (body) => staffApi.ownMails.change({ body }),
    onSent: () => toast.success(t('staff-team:own_mails.saved')),
    leftAfter: (_typed, { soldOut, waitingGuests }) => ({ soldOut, waitingGuests }),
  });
  if (!offered.soldOut && !offered.waitingGuests) return <p className="text-muted">{t('staff-team:own_mails.none')}</p>;
  return (
    <form noValidate onSubmit={form.submit} className="flex max-w-[80ch] flex-col items-start gap-5">
      {address === null ? (
        <p className="text-warn">{t('staff-team:own_mails.unproved')}</p>
      ) : (
        <p className="text-muted">{t('staff-team:own_mails.about', { email: address })}</p>
      )}
      {offered.soldOut && (
        <Checkbox
          id="sold-out"
          label={t('staff-team:own_mails.sold_out')}
          hint={t('staff-team:own_mails.sold_out_hint')}
          {...form.control('soldOut')}
        />
      )}
      {offered.waitingGuests && (
        <Select id="waiting-guests" label={t('staff-team:own_mails.waiting')} className="max-w-full" {...form.control('waitingGuests')}>
          {WAITING_MAILS.map((often) => (
            <option key={often} value={often}>
              {t(`staff-team:own_mails.waiting_${often}`)}
            </option>
          ))}
        </Select>
      )}
      <Button type="submit" size="small" isPending={form.isPending} pendingLabel={t('loading')}>
        {t('staff-team:own_mails.save')}
      </Button>
    </form>
  );
}
