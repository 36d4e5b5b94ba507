import Heart from 'lucide-react/icons/heart';
import { ageOn, fullName } from '#shared/accounts/account-rules.ts';
import { MINIMUM_AGE, type Status } from '#shared/constants.ts';
import { useNow } from '#web/lib/now.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';

/** The fields of a guest that the screen shows. */
export type DoorGuest = {
  firstName: string;
  lastName: string;
  birthdate: string;
  /** In place of the date of birth. */
  age?: number | undefined;
  status: Status | undefined;
  /** Who is to enter with the ticket, as entered by its owner. */
  holderName?: string | undefined;
};

export function GuestLines({ guest }: { guest: DoorGuest }) {
  const { birthdate, status, holderName = '' } = guest;
  const { t } = useTranslation(['common', 'door']);
  const ofDay = ageOn(birthdate, useNow());
  const age = birthdate === '' ? guest.age : ofDay;
  return (
    <>
      <p className="text-[2rem] leading-10 font-bold wrap-anywhere">{fullName(guest)}</p>
      {holderName !== '' && <p className="font-bold wrap-anywhere">{t('door:for_name', { name: holderName })}</p>}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {birthdate && <DateText at={birthdate} />}
        {age !== undefined && <span className="font-bold">{t('door:age', { age })}</span>}
        {age !== undefined && age < MINIMUM_AGE && (
          <span className="rounded-full bg-bone px-4 py-1 font-bold text-coal">{t('door:under_18')}</span>
        )}
      </p>
      {status && status !== 'Rejected' && <StatusLine status={status} />}
    </>
  );
}

function StatusLine({ status }: { status: Status }) {
  const { t } = useTranslation('door');
  if (status !== 'Welcomed_Guest') return <p>{t('status_line', { status: t(`status.${status}`) })}</p>;
  return (
    <p className="inline-flex items-center gap-2 self-start rounded-full bg-bone px-4 py-1 font-bold text-coal">
      <Heart size={20} aria-hidden="true" />
      {t('status.Welcomed_Guest')}
    </p>
  );
}
