import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { venueDay } from '#shared/dates.ts';
import { nextWeekday } from '#shared/events/night-times.ts';
import { eventName } from '#shared/events/timing.ts';
import type { StaffNightRow, StaffNightView } from '#shared/staff/nights.contract.ts';
import { useNow } from '#web/lib/now.tsx';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useRefusal } from './use-refusal.ts';

type CopyNightProps = {
  night: Pick<StaffNightRow, 'id' | 'name' | 'nameLat' | 'startDate'>;
  onClose(): void;
  onCopied(night: StaffNightView): void;
};

/** Asks for the day of a night that is like another one, and makes it. */
export function CopyNight({ night, onClose, onCopied }: CopyNightProps) {
  const { t } = useTranslation(['common', 'staff-nights', 'forms', 'errors']);
  const { language } = useLanguage();
  const [day, setDay] = useState(useSameWeekday(night.startDate));
  const [isCopying, setIsCopying] = useState(false);
  const { refusal, refuse } = useRefusal();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void copy();
  };
  const copy = async () => {
    setIsCopying(true);
    try {
      const copied = await staffApi.staffNights.copy({ id: night.id, body: { day } });
      toast.success(t('staff-nights:copied'));
      onCopied(copied);
    } catch (error) {
      refuse(error);
      setIsCopying(false);
    }
  };
  return (
    <Dialog title={t('staff-nights:copy_of', { name: eventName(night, language) })} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-5">
        <p>{t('staff-nights:copy_text')}</p>
        <DateField
          id="copy-day"
          legend={t('staff-nights:copy_day')}
          value={day}
          error={refusal.fields['day'] ?? refusal.message}
          onChange={setDay}
        />
        <Button type="submit" isPending={isCopying} pendingLabel={t('staff-nights:copying')}>
          {t('staff-nights:copy')}
        </Button>
      </form>
    </Dialog>
  );
}

/** The same weekday to come: next Friday for a night of last Friday. */
function useSameWeekday(startDate: string): string {
  const now = useNow();
  const day = venueDay(startDate);
  const next = nextWeekday(new Date(day).getUTCDay(), now);
  return next > day ? next : nextWeekday(new Date(day).getUTCDay(), new Date(Date.parse(startDate) + 24 * 60 * 60_000));
}
