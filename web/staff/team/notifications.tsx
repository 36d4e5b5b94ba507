import { useQuery } from '@tanstack/react-query';
import type { StaffNotificationsView } from '#shared/staff/staff-notifications.contract.ts';
import { StaffNotificationsInput, WAITING_MAILS } from '#shared/staff/staff-notifications.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/staff/components/command-button.tsx';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Select } from '#web/staff/ui/select.tsx';
import { Checkbox } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** Which mails about the club the user gets, if their roles allow any. */
export default function StaffNotifications() {
  const { t } = useTranslation(['common', 'staff-team']);
  const { data, error, refetch } = useQuery({
    queryKey: ['notifications'],
    queryFn: ({ signal }) => staffApi.staffNotifications.get({}, { signal }),
  });
  return (
    <>
      <SectionTitle>{t('staff-team:notifications.title')}</SectionTitle>
      {!data && <NotLoaded error={error} box="h-72" onRetry={refetch} />}
      {data && <ChoiceForm view={data} />}
    </>
  );
}

function ChoiceForm({ view: { offered, address, ...choices } }: { view: StaffNotificationsView }) {
  const { t } = useTranslation(['common', 'staff-team', 'forms', 'staff']);
  const form = useStaffForm({
    schema: StaffNotificationsInput,
    defaultValues: choices,
    send: (body) => staffApi.staffNotifications.change({ body }),
    onSent: () => toast.success(t('staff:saved')),
    leftAfter: (_typed, { soldOut, waitingGuests }) => ({ soldOut, waitingGuests }),
  });
  if (!offered.soldOut && !offered.waitingGuests) return <p className="text-muted">{t('staff-team:notifications.none')}</p>;
  return (
    <form noValidate onSubmit={form.submit} className="flex max-w-[80ch] flex-col items-start gap-5">
      {address === null ? (
        <p className="text-warn">{t('staff-team:notifications.unproved')}</p>
      ) : (
        <p className="text-muted">{t('staff-team:notifications.about', { email: address })}</p>
      )}
      {offered.soldOut && (
        <Checkbox
          id="sold-out"
          label={t('staff-team:notifications.sold_out')}
          hint={t('staff-team:notifications.sold_out_hint')}
          {...form.control('soldOut')}
        />
      )}
      {offered.waitingGuests && (
        <Select
          className="w-full"
          label={t('staff-team:notifications.waiting')}
          options={WAITING_MAILS.map((value) => ({ value, text: t(`staff-team:notifications.waiting_${value}`) }))}
          {...form.controlled('waitingGuests')}
        />
      )}
      <SubmitButton size="small" form={form}>
        {t('staff:save')}
      </SubmitButton>
    </form>
  );
}
