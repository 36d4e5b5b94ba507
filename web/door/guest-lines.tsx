import Heart from 'lucide-react/icons/heart';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import { useTranslation } from 'react-i18next';
import { ageOn } from '#shared/accounts/age.ts';
import { fullName } from '#shared/accounts/full-name.ts';
import { MINIMUM_AGE, type Status } from '#shared/constants.ts';
import { scannerFills } from '#shared/media/colours.ts';
import { posterColours } from '#shared/media/palettes.ts';
import { useNow } from '#web/lib/now.tsx';
import { paint } from '#web/lib/paint.ts';
import { DateText } from '#web/ui/date-text.tsx';
import type { DoorGuest } from './scan-answer.ts';

/** Who stands there: name, date of birth, age, and what the club thinks of them. */
export function GuestLines({ guest }: { guest: DoorGuest }) {
  const { birthdate, status } = guest;
  const { t } = useTranslation(['common', 'door']);
  const age = ageOn(birthdate, useNow());
  return (
    <>
      <p className="text-[2rem] leading-10 font-bold wrap-anywhere">{fullName(guest)}</p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {birthdate && <DateText at={birthdate} />}
        {birthdate && <span className="font-bold">{t('door:age', { age })}</span>}
        {age < MINIMUM_AGE && <span className="rounded-full bg-bone px-4 py-1 font-bold text-coal">{t('door:under_18')}</span>}
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

/** The club turned this guest down, and the ticket may be good all the same: nobody at the door must overlook it. */
export function RejectedGuest() {
  const { t } = useTranslation('door');
  return (
    <p
      {...paint({ paper: posterColours.bone, on: scannerFills.reject.fill, accent: scannerFills.reject.fill })}
      className="paper flex w-full items-center justify-center gap-3 px-3 py-3 text-center text-[1.625rem] leading-8 font-bold"
    >
      <OctagonAlert size={40} className="shrink-0" aria-hidden="true" />
      {t('status_line', { status: t('status.Rejected') })}
    </p>
  );
}
